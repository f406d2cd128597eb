import { expect, test } from 'vitest'
import { inTime } from './in-time.ts'

test('a promise that takes too long rejects', async () => {
  await expect(inTime(new Promise(() => {}), 1)).rejects.toThrow('it took too long')
})

test('a result or a failure in time is passed on', async () => {
  expect(await inTime(Promise.resolve('card'), 60_000)).toBe('card')
  await expect(inTime(Promise.reject(new Error('no network')), 60_000)).rejects.toThrow('no network')
})
