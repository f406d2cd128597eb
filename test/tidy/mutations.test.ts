import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mutations } from '../mutations/mutations.ts'

const read = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '')

test('every mutation can still be applied', () => {
  const stale = mutations.flatMap(({ name, edits }) =>
    edits.filter(({ file, find }) => read(file).split(find).length !== 2).map(({ file }) => `${name}: ${file}`),
  )

  expect(stale).toEqual([])
})

test('every mutation names an existing test', () => {
  const missing = mutations.filter(
    ({ diesBy }) => 'test' in diesBy && !diesBy.title.split('%s').every((part) => read(diesBy.test).includes(part)),
  )

  expect(missing.map(({ name }) => name)).toEqual([])
})
