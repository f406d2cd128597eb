import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { compileMessage } from './compile-message.ts'
import { shortHashOf } from './manifest.ts'

/** The folders of catalogues; each has one file per locale. */
export const catalogueFolders = ['checkout', 'later', 'codes', 'portal', 'card', 'hosted', 'wallet'] as const

/** The path of each folder's compiled catalogues, below the output folder. */
export type CataloguePaths = Readonly<Record<string, string>>

/**
 * Writes every catalogue below `outDir` in a form that needs no parser in the browser. The name of a folder below `outDir` ends with a hash
 * of its files, so the script needs only one path for all fifty.
 */
export const writeCatalogues = (messages: string, outDir: string): CataloguePaths =>
  Object.fromEntries(
    catalogueFolders.map((folder) => {
      const files = readdirSync(join(messages, folder)).map((file) => [
        file.replace(/json$/, 'js'),
        compiledCatalogue(join(messages, folder, file)),
      ])
      const path = `assets/messages/${folder}-${shortHashOf(JSON.stringify(files))}`
      mkdirSync(join(outDir, path), { recursive: true })
      for (const [name = '', text = ''] of files) writeFileSync(join(outDir, path, name), text)
      return [folder, path]
    }),
  )

/**
 * A plugin that imports the compiled catalogues instead of the sources; `base` is the path from the importing script to the output
 * folder.
 */
export const loadMessages = (messages: string, paths: CataloguePaths, base: './' | '../'): Plugin => ({
  name: 'load-messages',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(messages)) return null
    const built = code.replaceAll(
      /import\(`\.\/(\w+)\/\$\{locale\}\.json`, \{[^}]*\} *\}\)/g,
      (_, folder: string) => `import(/* @vite-ignore */ '${base}${paths[folder]}/' + locale + '.js')`,
    )
    return built === code ? null : { code: built, map: null }
  },
})

/** The locales that have a catalogue. */
export const localesIn = (messages: string): readonly string[] =>
  readdirSync(join(messages, 'checkout'))
    .map((file) => file.replace(/\.json$/, ''))
    .toSorted()

/** A catalogue as the text of a module that needs no parser. */
export const compiledCatalogue = (file: string): string => {
  const messages = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  const compiled = Object.entries(messages).map(([key, text]) => [key, compileMessage(text)] as const)
  return `export default ${JSON.stringify(Object.fromEntries(compiled))}\n`
}
