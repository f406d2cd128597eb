import { expect, test } from 'vitest'
import { awaitWithin } from './await-within.ts'

test('a promise that takes too long rejects', async () => {
  await expect(awaitWithin(new Promise(() => {}), 1)).rejects.toThrow('it took too long')
})

test('a result or a failure in time is passed on', async () => {
  expect(await awaitWithin(Promise.resolve('card'), 60_000)).toBe('card')
  await expect(awaitWithin(Promise.reject(new Error('no network')), 60_000)).rejects.toThrow('no network')
})
