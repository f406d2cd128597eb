import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { readCoreSeconds, commandReportingTimes } from './core-seconds.ts'

const { platform } = process
const busyFor = (millis: number) =>
  `"${process.execPath}" -e "const until = performance.now() + ${millis}; while (performance.now() < until);"`

const runOf = (command: string) => {
  const { status, output } = spawnSync(commandReportingTimes(command), {
    shell: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  return { status, coreSeconds: readCoreSeconds(String(output[3])) }
}

test.skipIf(platform === 'win32')(
  'a measured command reports its core seconds, and ends with its own exit code',
  () => {
    const { status, coreSeconds } = runOf(`${busyFor(0)} && exit 7`)

    expect(status).toBe(7)
    expect(coreSeconds).toBeGreaterThan(0)
  },
)

test.skipIf(platform === 'win32')('two commands at the same time each report only their own core seconds', () => {
  const [idle, busy] = [runOf('true'), runOf(busyFor(500))]

  expect(busy.coreSeconds! - idle.coreSeconds!).toBeGreaterThan(0.05)
})

test('minutes are counted, and a shell without figures does not count as 0', () => {
  expect(readCoreSeconds('0m0.01s 0m0.00s\n2m1.50s 0m0.25s\n')).toBe(121.75)
  expect(readCoreSeconds('')).toBeNull()
})
