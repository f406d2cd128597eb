import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'
import { compileMessage } from './compile-message.ts'

/**
 * A plugin that turns the catalogues' ICU messages into their compiled form, so that the browser needs no parser.
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
