import { expect, test } from 'vitest'
import { rememberBriefly } from './remember-briefly.ts'

const at = (millis: number) => new Date(Date.UTC(2026, 10, 21, 12) + millis).toISOString()

const aCount = () => {
  let count = 0
  return async () => ++count
}

test('a value is looked up once, and again when its time is over', async () => {
  const memory = rememberBriefly<number>(1000)
  const find = aCount()

  const recalled = []
  for (const millis of [0, 999, 1000]) recalled.push(await memory.recall('a', at(millis), find))

  expect(recalled).toEqual([1, 1, 2])
})

test('a clock that was set back makes nothing live longer', async () => {
  const memory = rememberBriefly<number>(1000)
  const find = aCount()
  await memory.recall('a', at(0), find)

  expect(await memory.recall('a', at(-5000), find)).toBe(2)
})

test('what is not there is looked up every time', async () => {
  const memory = rememberBriefly<number>(1000)
  await memory.recall('a', at(0), async () => undefined)

  expect(await memory.recall('a', at(1), async () => 7)).toBe(7)
})

test('what is forgotten while it is looked up is not remembered', async () => {
  const memory = rememberBriefly<string>(1000)
  const { promise, resolve } = Promise.withResolvers<string>()
  const recalling = memory.recall('a', at(0), () => promise)

  memory.forget()
  resolve('old')

  expect(await recalling).toBe('old')
  expect(await memory.recall('a', at(1), async () => 'new')).toBe('new')
})

test('there is room for so many, and then it begins again', async () => {
  const memory = rememberBriefly<number>(1000, 2)
  for (const name of ['a', 'b', 'c']) await memory.recall(name, at(0), async () => 1)

  expect(await memory.recall('a', at(1), async () => 2)).toBe(2)
  expect(await memory.recall('c', at(1), async () => 2)).toBe(1)
})
