import { watchTroubles } from '@billing-checkout/database/errors'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noObserver } from '../logging/observer.ts'
import { startJobs } from './start-jobs.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const logger = pino({ level: 'silent' })
const watchers = { logger, troubles: watchTroubles(logger), observer: noObserver }
const runsWithin = async (everySeconds: number, seconds: number): Promise<number> => {
  const run = vi.fn<() => Promise<void>>(async () => {})
  const stop = startJobs([{ name: 'some-job', everySeconds, run }], () => [], watchers)
  await vi.advanceTimersByTimeAsync(seconds * 1000)
  await stop()
  return run.mock.calls.length
}

test('an hourly job runs within a minute of the start, and then hourly', async () => {
  expect(await runsWithin(3600, 59)).toBe(0)
  expect(await runsWithin(3600, 61)).toBe(1)
  expect(await runsWithin(3600, 3600)).toBe(1)
  expect(await runsWithin(3600, 3661)).toBe(2)
})

test('a more frequent job first runs after its own interval', async () => {
  expect(await runsWithin(5, 4)).toBe(0)
  expect(await runsWithin(5, 16)).toBe(3)
})
