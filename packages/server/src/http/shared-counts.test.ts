import express from 'express'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../../test/support/databases/databases.ts'
import { addRequests } from '../store/requests/request-counts.ts'
import { createRateLimiter } from './rate-limit.ts'
import { sharedCounts, type SharedCounts } from './shared-counts.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase('postgresql')
})
afterAll(() => database.close())

const perMinute = 100
const aServer = (add: Parameters<typeof sharedCounts>[0]['add'] = (requests) => addRequests(database.db, requests)) =>
  sharedCounts({ perMinute, add })

const ask = (server: SharedCounts, caller: string, requests: number): number => {
  let hits = 0
  for (let request = 0; request < requests; request++) hits = server.increment(caller).totalHits
  return hits
}

test('requests to one server count at the others after they have exchanged their counts', async () => {
  const [one, other] = [aServer(), aServer()]
  ask(one, 'a caller', 60)
  ask(other, 'a caller', 10)

  await one.exchange()
  await other.exchange()

  expect(ask(other, 'a caller', 1)).toBe(71)
  expect(ask(other, 'somebody else', 1)).toBe(1)
  await other.exchange()
  ask(one, 'a caller', 1)
  await one.exchange()
  expect(ask(one, 'a caller', 1)).toBe(73)
})

test('the minute of a caller ends at all servers when it ends at the first', async () => {
  const [one, other] = [aServer(), aServer()]
  ask(one, 'an early caller', 50)
  await one.exchange()
  await sql`update request_counts set ends_at = now() + interval '20 seconds'`.execute(database.db)
  ask(other, 'an early caller', 50)
  const before = other.increment('an early caller').resetTime.getTime()

  await other.exchange()

  expect(before - other.increment('an early caller').resetTime.getTime()).toBeGreaterThan(30_000)
})

test('callers far from their limit cause no database statements', async () => {
  let statements = 0
  const server = aServer(async () => {
    statements += 1
    return []
  })
  for (const caller of ['one', 'another', 'a third']) ask(server, caller, perMinute / 10 - 1)

  await server.exchange()

  expect(statements).toBe(0)
})

test('during an outage of the database, a server counts alone and keeps its counts', async () => {
  let isAway = true
  const one = aServer((requests) => (isAway ? Promise.reject(new Error('away')) : addRequests(database.db, requests)))
  ask(one, 'a patient caller', 40)
  await one.exchange()
  expect(ask(one, 'a patient caller', 1)).toBe(41)

  isAway = false
  await one.exchange()
  const other = aServer()
  ask(other, 'a patient caller', 10)
  await other.exchange()

  expect(ask(other, 'a patient caller', 1)).toBe(52)
})

/** A server that answers with the number of requests left, or with -1 to callers over the limit. */
const startLimited = async () => {
  const limiter = createRateLimiter(40, database.db)
  const app = express().get('/', (request, response) =>
    limiter.count(request, response, null).then(
      () => void response.json(Number(/; r=(\d+);/.exec(response.get('RateLimit') ?? '')?.[1])),
      () => void response.json(-1),
    ),
  )
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    limiter.stop()
    server.close()
  })
  return async () =>
    (await (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)).json()) as number
}

test('two servers over one PostgreSQL keep one limit', { timeout: 60_000 }, async () => {
  const [one, other] = [await startLimited(), await startLimited()]
  for (let request = 0; request < 36; request++) await one()
  for (let request = 0; request < 4; request++) expect(await other()).toBeGreaterThanOrEqual(0)

  // The limit is 40, and the other server has accepted 4. If it counted alone, it would accept 36 more.
  await expect.poll(other, { timeout: 25_000, interval: 1000 }).toBe(-1)
})
