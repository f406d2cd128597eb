import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { catalogue } from './catalogue.ts'

/** Files in the folder `parts` that draw nothing. */
const others = ['read-form', 'light-element']

test('the catalogue shows the parts of every file', () => {
  const files = readdirSync(new URL('../parts', import.meta.url))
    .filter((file) => /^[\w-]+\.ts$/.test(file))
    .map((file) => file.slice(0, -'.ts'.length))
    .filter((file) => !others.includes(file))

  expect(catalogue.map(({ file }) => file).toSorted()).toEqual(files.toSorted())
  expect(catalogue.filter(({ states }) => Object.keys(states).length === 0)).toEqual([])
})
