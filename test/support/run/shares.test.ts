import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { skippedFiles } from './skipped-files.ts'
import { databasesIn, describeSkipped, filesIn, skippedPartOf } from './shares.ts'
import { suites } from './suites.ts'

const includes = suites.map(({ include }) => include)
const named = skippedFiles.flatMap(({ files }) => files.map((pattern) => ({ pattern, files: globSync(pattern) })))
const all = includes.flatMap((include) => globSync(include)).toSorted()

test('every file of a suite is in one share, or in both with one database each, or is left to the drill', () => {
  const [usual, rest] = (['usual', 'rest'] as const).map((share) => includes.flatMap((each) => filesIn(share, each)))
  const skippedAs = (part: string) => all.filter((path) => skippedPartOf(path) === part)

  expect([...new Set([...usual!, ...rest!, ...skippedAs('all, to the drill')])].toSorted()).toEqual(all)
  expect(usual!.filter((path) => rest!.includes(path)).toSorted()).toEqual(skippedAs('embedded database'))
  expect(skippedAs('all, to the drill').filter((path) => usual!.includes(path) || rest!.includes(path))).toEqual([])
})

test.each(named)('$pattern matches files of a suite that no other pattern matches', ({ pattern, files }) => {
  const others = named.filter((other) => other.pattern !== pattern).flatMap((other) => other.files)

  expect(files).not.toEqual([])
  expect(files.filter((path) => !all.includes(path) || others.includes(path))).toEqual([])
})

test.each(all.filter((path) => skippedPartOf(path) === 'embedded database'))(
  '%s has no test that both shares would run',
  (path) => {
    const beginnings = readFileSync(path, 'utf8').match(/^(?:test|describe)\w*/gm)

    expect(beginnings).not.toBeNull()
    expect(beginnings!.filter((word) => !/^describe(?:Each|Usual)Database$/.test(word))).toEqual([])
  },
)

test('a file whose embedded database npm test leaves out runs once over each database', () => {
  const path = 'test/operations/disputes/disputes.test.ts'
  const kinds = ['embedded', 'postgresql'] as const

  expect(databasesIn('usual', kinds, path)).toEqual(['postgresql'])
  expect(databasesIn('rest', kinds, path)).toEqual(['embedded'])
  expect(databasesIn(undefined, kinds, path)).toEqual(kinds)
})

test('a file that npm test runs in full runs over both databases', () => {
  const kinds = ['embedded', 'postgresql'] as const

  expect(databasesIn('usual', kinds, 'test/operations/payments/create-payment.test.ts')).toEqual(kinds)
})

test('the files that npm test leaves out are reported with their number', () => {
  expect(describeSkipped('rest').find((line) => line.startsWith('kills'))).toMatch(/leaks.* \(\d+ files\)$/)
  expect(describeSkipped('drill')).toEqual([
    'simulation: meetings of two requests at every pause (1 file)',
    'impatient shoppers, of whom the drill plays hundreds (1 file)',
    'a start of the demo shop with its year of data (1 file)',
  ])
})
