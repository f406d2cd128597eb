import { globSync, readFileSync } from 'node:fs'
import { sep } from 'node:path'
import { type ParseResult, parseSync } from 'vite'

/** One file of the house as the tidy rules read it. */
export interface Source {
  /** From the root, with `/`. */
  readonly path: string
  readonly text: string
}

const isLeftOut = (path: string): boolean => /(^|[\\/])(node_modules|dist|esm|\.git|\.data)$/.test(path)

/** The files that match one of the patterns, sorted by path; nothing installed or built. */
export const sources = (...patterns: readonly string[]): readonly Source[] =>
  globSync(patterns, { exclude: isLeftOut })
    .map((path) => path.split(sep).join('/'))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

/** Every file and folder of the house, from the root, with `/`; nothing installed or built. */
export const everyPath = (): readonly string[] =>
  globSync(['**/*', '.github/**/*'], { exclude: isLeftOut }).map((path) => path.split(sep).join('/'))

/** The syntax tree, comments, imports and exports of a source; throws on a syntax error. */
export const parse = ({ path, text }: Source): ParseResult => {
  const result = parseSync(path, text)
  if (result.errors[0]) throw new SyntaxError(`${path}: ${result.errors[0].message}`)
  return result
}

/** A test or the set-up of one, which may reach further than the code it tests. */
export const isTest = (path: string): boolean => /\.(test|wtr)\.ts$/.test(path)

/** `path:line` of an offset, as editors open it. */
export const placeOf = ({ path, text }: Source, offset: number): string =>
  `${path}:${text.slice(0, offset).split('\n').length}`
