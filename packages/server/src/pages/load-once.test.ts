import { expect, test } from 'vitest'
import { loadOnce } from './load-once.ts'

test('a value is loaded on the first call, once for all callers', async () => {
  let loads = 0
  const load = loadOnce(async () => ++loads)
  expect(loads).toBe(0)

  expect(await Promise.all([load(), load()])).toEqual([1, 1])
  expect(await load()).toBe(1)
})

test('a failure reaches every caller that waited, and the next caller tries again', async () => {
  const answers = [Promise.reject(new Error('too many open files')), Promise.resolve('loaded')]
  const load = loadOnce(() => answers.shift()!)

  const waited = await Promise.allSettled([load(), load()])
  expect(waited.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await load()).toBe('loaded')
  expect(await load()).toBe('loaded')
})
