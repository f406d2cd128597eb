import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const sheet = readFileSync(new URL('../ACCESSIBILITY.md', import.meta.url), 'utf8')

/** All success criteria of WCAG 2.2, levels A and AA. */
const criteria =
  '1.1.1 1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.3.3 1.3.4 1.3.5 1.4.1 1.4.2 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.4.5 2.4.6 2.4.7 2.4.11 2.5.1 2.5.2 2.5.3 2.5.4 2.5.7 2.5.8 3.1.1 3.1.2 3.2.1 3.2.2 3.2.3 3.2.4 3.2.6 3.3.1 3.3.2 3.3.3 3.3.4 3.3.7 3.3.8 4.1.2 4.1.3'

test('ACCESSIBILITY.md says something of every criterion of WCAG 2.2, A and AA, in order', () => {
  const rows = [...sheet.matchAll(/^\| (\d\.\d\.\d+)(?: to (\d\.\d\.\d+))? /gm)]

  expect(rows.map(([, first, last]) => from(first!, last ?? first!)).join(' ')).toBe(criteria)
})

/** The criteria from `first` to `last`, for a table row that names a range. */
const from = (first: string, last: string): string =>
  criteria.slice(criteria.indexOf(first), criteria.indexOf(last) + last.length)

test('every reference in ACCESSIBILITY.md is defined, and every definition is used', () => {
  const named = new Set([...sheet.matchAll(/^\[([^\]]+)\]: /gm)].map(([, name = '']) => name))
  const used = new Set([...sheet.matchAll(/\[([a-z ]+)\](?!:)/g)].map(([, name = '']) => name))

  expect([...used].toSorted()).toEqual([...named].toSorted())
})
