import { readFile } from 'node:fs/promises'
import { parse } from '@formatjs/icu-messageformat-parser'
import type { Plugin } from 'vite'

/**
 * A plugin that turns the catalogues' ICU messages into syntax trees, so that the browser needs no parser. Messages
 * without arguments stay plain strings. Throws at a message that is not ICU syntax.
 */
export const compileMessages = (folder: string): Plugin => ({
  name: 'compile-messages',
  enforce: 'pre',
  async load(id) {
    const file = id.split('?')[0] ?? id
    if (!file.startsWith(folder) || !file.endsWith('.json')) return null
    const messages = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>
    const compiled = Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, compileMessage(text)]))
    return { code: `export default ${JSON.stringify(compiled)}`, moduleType: 'js', map: null }
  },
})

/** One ICU message as its syntax tree, or itself when it has no arguments and no tags. */
export const compileMessage = (text: string): unknown =>
  /[{<]/.test(text) ? parse(text, { captureLocation: false }) : text
