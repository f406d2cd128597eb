import { expect, test } from 'vitest'
import { createShortLivedCache } from './short-lived-cache.ts'

const at = (millis: number) => new Date(Date.UTC(2026, 10, 21, 12) + millis).toISOString()

const aCount = () => {
  let count = 0
  return async () => ++count
}

test('a value is looked up once, and again when its time is over', async () => {
  const memory = createShortLivedCache<number>(1000)
  const find = aCount()

  const recalled = []
  for (const millis of [0, 999, 1000]) recalled.push(await memory.get('a', at(millis), find))

  expect(recalled).toEqual([1, 1, 2])
})

test('a clock that is set back does not extend the life of a cached value', async () => {
  const memory = createShortLivedCache<number>(1000)
  const find = aCount()
  await memory.get('a', at(0), find)

  expect(await memory.get('a', at(-5000), find)).toBe(2)
})

test('a missing value is looked up every time', async () => {
  const memory = createShortLivedCache<number>(1000)
  await memory.get('a', at(0), async () => undefined)

  expect(await memory.get('a', at(1), async () => 7)).toBe(7)
})

test('a value that is forgotten during its look-up is not cached', async () => {
  const memory = createShortLivedCache<string>(1000)
  const { promise, resolve } = Promise.withResolvers<string>()
  const recalling = memory.get('a', at(0), () => promise)

  memory.clear()
  resolve('old')

  expect(await recalling).toBe('old')
  expect(await memory.get('a', at(1), async () => 'new')).toBe('new')
})

test('callers share a look-up that is running, unless its value would be too old or was forgotten', async () => {
  const memory = createShortLivedCache<number>(1000)
  const { promise, resolve } = Promise.withResolvers<number>()
  const first = memory.get('a', at(0), () => promise)
  const beside = memory.get('a', at(999), async () => 2)
  const later = memory.get('a', at(1000), async () => 3)
  memory.clear()
  const after = memory.get('a', at(1), async () => 4)
  resolve(1)

  expect(await Promise.all([first, beside, later, after])).toEqual([1, 1, 3, 4])
})

test('a missing value is not shared, and an error is not cached', async () => {
  const memory = createShortLivedCache<number>(1000)
  const { promise, reject } = Promise.withResolvers<undefined>()
  const missing = memory.get('a', at(0), async () => undefined)
  const beside = memory.get('a', at(0), async () => 2)
  const failing = memory.get('b', at(0), () => promise)
  reject(new Error('gone'))

  expect(await Promise.all([missing, beside])).toEqual([undefined, 2])
  await expect(failing).rejects.toThrow('gone')
  expect(await memory.get('b', at(1), async () => 3)).toBe(3)
})

test('the cache holds a limited number of values, and is cleared when it is full', async () => {
  const memory = createShortLivedCache<number>(1000, 2)
  for (const name of ['a', 'b', 'c']) await memory.get(name, at(0), async () => 1)

  expect(await memory.get('a', at(1), async () => 2)).toBe(2)
  expect(await memory.get('c', at(1), async () => 2)).toBe(1)
})
