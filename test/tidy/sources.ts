import { globSync, readFileSync } from 'node:fs'
import { sep } from 'node:path'
import { type ParseResult, parseSync } from 'vite'

/** One file of the repository, as the tidy rules read it. */
export interface Source {
  /** The path from the root, with `/`. */
  readonly path: string
  readonly text: string
}

const isLeftOut = (path: string): boolean => /(^|[\\/])(node_modules|dist|esm|\.git|\.data)$/.test(path)

/** The files that match one of the patterns, sorted by path, without installed and built files. */
export const sources = (...patterns: readonly string[]): readonly Source[] =>
  globSync(patterns, { exclude: isLeftOut })
    .map((path) => path.split(sep).join('/'))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

/** Every file and folder of the repository as a path from the root with `/`, without installed and built ones. */
export const everyPath = (): readonly string[] =>
  globSync(['**/*', '.github/**/*'], { exclude: isLeftOut }).map((path) => path.split(sep).join('/'))

/** The syntax tree, comments, imports and exports of a source; throws on a syntax error. */
export const parse = ({ path, text }: Source): ParseResult => {
  const result = parseSync(path, text)
  if (result.errors[0]) throw new SyntaxError(`${path}: ${result.errors[0].message}`)
  return result
}

/** Whether a file is a test, which may import more than the code that it tests. */
export const isTest = (path: string): boolean => /\.(test|wtr)\.ts$/.test(path)

/** An offset as `path:line`, which editors can open. */
export const placeOf = ({ path, text }: Source, offset: number): string =>
  `${path}:${text.slice(0, offset).split('\n').length}`
