import { expect, test } from 'vitest'
import { addSeconds } from '../calendar/timestamp.ts'
import { dayOfWarning, type EndpointHealth, hasFailedTooLong, healthAfter, healthyEndpoint } from './endpoint-health.ts'

const begin = '2026-03-01T00:00:00.000Z'
const after = (hours: number) => addSeconds(begin, hours * 3600)
const fail = (health: EndpointHealth, at: string) => healthAfter(health, { arrived: false, at, chance: 0.5 })

/** An endpoint after five failed deliveries in a row. */
const failing = Array.from({ length: 5 }).reduce<EndpointHealth>((health) => fail(health, begin), healthyEndpoint)

test('after five failures in a row an endpoint only gets probes', () => {
  const borne = Array.from({ length: 4 }).reduce<EndpointHealth>((health) => fail(health, begin), healthyEndpoint)

  expect(borne).toEqual({ failures: 4, failingSince: begin, probeAt: null })
  expect(failing).toEqual({ failures: 5, failingSince: begin, probeAt: addSeconds(begin, 5) })
})

test('a successful delivery ends the failures', () => {
  expect(healthAfter(failing, { arrived: true, at: after(1), chance: 0 })).toEqual(healthyEndpoint)
})

test('a delivery that was in flight at the fifth failure does not count', () => {
  expect(fail(failing, begin)).toEqual(failing)
})

test('probes follow the retry schedule, at least every five hours', () => {
  let health = failing
  const waits: number[] = []
  for (let probe = 0; probe < 7; probe++) {
    const at = health.probeAt!
    health = fail(health, at)
    waits.push((Date.parse(health.probeAt!) - Date.parse(at)) / 1000)
  }

  expect(waits).toEqual([300, 1800, 7200, 18_000, 18_000, 18_000, 18_000])
})

test('warnings come on the first and fourth day, and the fifth day disables the endpoint', () => {
  expect([0, 23, 24, 95, 96, 119].map((hours) => dayOfWarning(failing, after(hours)))).toEqual([0, 0, 1, 1, 4, 4])
  expect([0, 119, 120].map((hours) => hasFailedTooLong(failing, after(hours)))).toEqual([false, false, true])
  expect([dayOfWarning(healthyEndpoint, after(500)), hasFailedTooLong(healthyEndpoint, after(500))]).toEqual([0, false])
})
