import { afterEach, expect, test, vi } from 'vitest'
import { announceStart } from './announce.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a dot every second shows that the database is still being opened, and none after that', () => {
  vi.useFakeTimers()
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)

  const announceOpened = announceStart('.data')
  vi.advanceTimersByTime(3500)
  announceOpened()
  vi.advanceTimersByTime(3500)

  expect(write.mock.calls.map(([text]) => text).join('')).toBe('\n  Opening the database in .data ...\n')
})
