import { basename } from 'node:path/posix'
import { sources } from './sources.ts'

/** A row in the index of active decisions. */
export interface DecisionRow {
  readonly number: number
  readonly title: string
  readonly area: string
  readonly rule: string
}

/** A record in the file of an area. */
export interface DecisionRecord {
  readonly number: number
  readonly title: string
  readonly area: string
  /** The lines below the title, without empty lines at the beginning and end. */
  readonly lines: readonly string[]
}

/** The index of active decisions; rows without a number are left out. */
export const readIndex = (): readonly DecisionRow[] =>
  indexText().flatMap((text) =>
    [...text.matchAll(/^\| (\d+) +\| (.+) \|$/gm)].map(([, number, rest]) => {
      const [title = '', area = '', rule = ''] = rest!.split(' | ').map((cell) => cell.trim())
      return { number: Number(number), title, area, rule }
    }),
  )

/** Every record in the files of the areas. */
export const readRecords = (): readonly DecisionRecord[] =>
  sources('packages/decisions/*.md').flatMap(({ path, text }) =>
    text
      .split(/^## /m)
      .slice(1)
      .map((record) => {
        const [heading = '', ...lines] = record.trim().split('\n')
        const [, number, title = ''] = /^(\d+)\. (.+)$/.exec(heading) ?? []
        return {
          number: Number(number),
          title,
          area: basename(path, '.md'),
          lines: lines.join('\n').trim().split('\n'),
        }
      }),
  )

const indexText = (): readonly string[] => sources('packages/DECISIONS.md').map(({ text }) => text)
