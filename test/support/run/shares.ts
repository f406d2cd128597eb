import { globSync } from 'node:fs'
import { type SkippedPart, skippedFiles } from './skipped-files.ts'

/** A share of the tests: `usual` is what `npm test` runs, `rest` is what `npm run test:all` runs in addition. */
export type Share = 'usual' | 'rest'

/** The share of this run; undefined if every test runs, as with `vitest run --project operations`. */
export const shareOfRun = process.env['SHARE'] as Share | undefined

/** The part of a file that `npm test` skips; undefined if it runs the whole file. The path is from the root. */
export const skippedPartOf = (path: string): SkippedPart | undefined => skippedPaths().get(path)

/** The files that match a pattern and have tests in a share, as paths from the root. */
export const filesIn = (share: Share, include: string): readonly string[] =>
  globSync(include)
    .filter((path) => sharesOf(path).includes(share))
    .toSorted()

const sharesOf = (path: string): readonly Share[] => {
  switch (skippedPartOf(path)) {
    case undefined:
      return ['usual']
    case 'all':
      return ['rest']
    case 'embedded database':
      return ['usual', 'rest']
    case 'all, to the drill':
      return []
  }
}

/** The databases, out of `kinds`, over which a file's stories run in a share. Without a share, they run over all of them. */
export const databasesIn = <Kind extends string>(
  share: Share | undefined,
  kinds: readonly Kind[],
  path: string,
): readonly Kind[] => {
  if (share === undefined || skippedPartOf(path) !== 'embedded database') return kinds
  return kinds.filter((kind) => (kind === 'embedded') === (share === 'rest'))
}

/** What `npm test` leaves to `npm run test:all`, or what both leave to `npm run drill`; one line for each kind of tests. */
export const describeSkipped = (to: 'rest' | 'drill'): readonly string[] =>
  skippedFiles
    .filter(({ skips }) => (skips === 'all, to the drill') === (to === 'drill'))
    .map(({ what, files }) => {
      const count = files.flatMap((pattern) => globSync(pattern)).length
      return `${what} (${count} ${count === 1 ? 'file' : 'files'})`
    })

let paths: ReadonlyMap<string, SkippedPart> | undefined

const skippedPaths = (): ReadonlyMap<string, SkippedPart> =>
  (paths ??= new Map(
    skippedFiles.flatMap(({ skips, files }) =>
      files.flatMap((pattern) => globSync(pattern).map((path) => [path, skips] as const)),
    ),
  ))
