import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ProcessorOutcome } from '../processor.ts'
import { queryWithTimeout, outcomeWithTimeout } from './with-timeout.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const failed: ProcessorOutcome = { kind: 'failed', message: 'Refused.' }
const after = (seconds: number): Promise<ProcessorOutcome> =>
  new Promise((resolve) => setTimeout(() => resolve(failed), seconds * 1000))

test('an answer in time is returned unchanged', async () => {
  const outcome = outcomeWithTimeout(after(19), 20)

  await vi.advanceTimersByTimeAsync(19_000)

  expect(await outcome).toBe(failed)
})

test('a late answer has an unknown outcome, never a failure', async () => {
  const outcome = outcomeWithTimeout(after(21), 20)

  await vi.advanceTimersByTimeAsync(20_000)

  expect(await outcome).toEqual({ kind: 'unknown', message: 'The processor did not answer within 20 seconds.' })
})

test('the outcome of a broken call is unknown, and its error is not repeated', async () => {
  const outcome = await outcomeWithTimeout(Promise.reject(new Error('connect to 10.0.0.7 with key sk_1')), 20)

  expect(outcome).toEqual({ kind: 'unknown', message: 'The processor could not be reached.' })
})

test('no timer stays active', async () => {
  await outcomeWithTimeout(Promise.resolve(failed), 20)

  expect(vi.getTimerCount()).toBe(0)
})

test('a query without an answer in time throws an error that says so', async () => {
  const told = queryWithTimeout(new Promise<never>(() => {}), 20).catch((error: Error) => error.message)

  await vi.advanceTimersByTimeAsync(20_000)

  expect(await told).toBe('The processor did not answer within 20 seconds.')
})
