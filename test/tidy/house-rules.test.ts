import { expect, test } from 'vitest'
import { isTest, placeOf, type Source, sources } from './sources.ts'

const linesMax = 300

/** Files that may be longer than `linesMax`, with the reason. */
const longFiles: Readonly<Record<string, string>> = {
  'packages/client/src/interface.ts': 'it is written from the contract, and is read by editors',
}

const code = sources('{packages,examples,test}/**/*.{ts,tsx,mjs,css}', '*.ts')
const everything = [...code, ...sources('*.{json,md}', '{packages,examples,test}/**/*.{json,jsonc,md,html}', '.ci/*')]

test('a file is short enough to read in one go', () => {
  const violations = code
    .filter(({ path, text }) => lineCount(text) > linesMax && !Object.hasOwn(longFiles, path))
    .map(({ path, text }) => `${path} has ${lineCount(text)} lines, more than ${linesMax}: give its second idea a file`)

  expect(violations).toEqual([])
})

test('the list of long files names only long files', () => {
  const violations = Object.keys(longFiles)
    .filter((path) => code.every((source) => source.path !== path || lineCount(source.text) <= linesMax))
    .map((path) => `${path} is not longer than ${linesMax} lines any more: take it off the list`)

  expect(violations).toEqual([])
})

test('no comment leaves work for later', () => {
  expect(found(code, /\bTO[D]O\b|\bFIX[M]E\b/g, 'do it now, or write it into packages/DECISIONS.md')).toEqual([])
})

test('no test is skipped', () => {
  const leftOut = /\b(test|it|describe|suite)\.(only|skip|todo|fails)\b/g

  expect(found(code, leftOut, 'let it run, or take it out')).toEqual([])
})

/** Transactions that are not retried after a deadlock, with the reason. */
const runOnce: Readonly<Record<string, string>> = {
  'database/src/migrate/migrate-to-latest.ts': 'a step has its own tries, because it waits for locks for half a second',
  'database/src/transactions/retry-on-conflict.ts': 'it is what runs the others again',
  'database/src/transactions/transact.ts': 'its callers run it again',
  'server/src/backup/embedded/back-up-embedded.ts': 'it only reads, and a backup that fails is made again',
  'server/src/backup/embedded/restore-embedded.ts': 'no one else opens a database that is being restored',
  'server/src/backup/postgresql/back-up-postgresql.ts': 'it writes a file besides, which cannot be begun again',
  'server/src/backup/postgresql/restore-postgresql.ts': 'no one else opens a database that is being restored',
  'server/src/backup/rows/export-rows.ts': 'it writes a file besides, which cannot be begun again',
  'server/src/backup/rows/import-rows.ts': 'it reads a file besides, and no one else opens the database',
  'server/src/store/events/months/change-partitions.ts': 'it has its own tries, because it waits for locks for 50 ms',
}

test('a transaction that another one can cancel is retried', () => {
  const bare = sources('packages/{database,server}/src/**/*.ts')
    .filter(({ path, text }) => !isTest(path) && /\.transaction\(\)/.test(text))
    .map(({ path }) => path.slice('packages/'.length))

  expect(bare.filter((path) => !(path in runOnce)).map((path) => `${path}: use write or inTransaction`)).toEqual([])
  expect(Object.keys(runOnce).filter((path) => !bare.includes(path))).toEqual([])
})

test('no file names the registry of its packages', () => {
  const registry = /"resolved": "https?:|registry\s*=\s*https?:|\bregistry\.(npmjs|yarnpkg)\b|npm\.pkg\.github/g
  const withLock = [...everything, ...sources('.npmrc')]

  expect(found(withLock, registry, 'npm finds packages by the registry of whoever installs them')).toEqual([])
})

const lineCount = (text: string): number => text.trimEnd().split('\n').length

const found = (among: readonly Source[], pattern: RegExp, advice: string): readonly string[] =>
  among.flatMap((source) =>
    [...source.text.matchAll(pattern)].map((match) => `${placeOf(source, match.index)} has ${match[0]}: ${advice}`),
  )
