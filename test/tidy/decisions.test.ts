import { expect, test } from 'vitest'
import { readIndex, readRecords } from './read-decisions.ts'

const active = readIndex()
const records = readRecords()

const linesMax = 10
const widthMax = 140

test('the rows of the index of decisions have different numbers, in order', () => {
  const numbers = active.map(({ number }) => number)

  expect(numbers.length).toBeGreaterThan(15)
  expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other))
})

test('every row has one record with its title in the file of its area, and every record has a row', () => {
  const rows = active.map(({ number, title, area }) => `${number} ${title} ${area}`)
  const written = records.map(({ number, title, area }) => `${number} ${title} [${area}](decisions/${area}.md)`)

  expect(written.toSorted()).toEqual(rows.toSorted())
})

test('every row states its rule in one line', () => {
  expect(active.filter(({ rule }) => rule === '').map(({ number }) => number)).toEqual([])
})

test('every record has a context, a decision and a consequence, in that order', () => {
  const parts = /^\*\*Context:\*\* \S[^]*\n\*\*Decision:\*\* \S[^]*\n\*\*Consequence:\*\* \S/
  const incomplete = records.filter(({ lines }) => !parts.test(lines.join('\n'))).map(({ number }) => number)

  expect(incomplete).toEqual([])
})

test('a record is short; longer reasoning is in the README of its room', () => {
  const long = records
    .filter(({ lines }) => lines.length > linesMax || lines.some(({ length }) => length > widthMax))
    .map(({ number }) => `${number} has more than ${linesMax} lines, or a line of more than ${widthMax} characters`)

  expect(long).toEqual([])
})
