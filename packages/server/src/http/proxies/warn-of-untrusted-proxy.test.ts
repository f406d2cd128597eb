import express from 'express'
import { pino } from 'pino'
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../../../../../test/support/databases/databases.ts'
import { findProxyWarnings } from './proxy-warnings.ts'
import { warnOfUntrustedProxy } from './warn-of-untrusted-proxy.ts'

const wall = '2026-11-21T12:00:00.000Z'

/** A server that trusts proxies at the given addresses. */
const aServer = async (trusted: readonly string[]) => {
  const database = await openTestDatabase('embedded')
  const logged: string[] = []
  const logger = pino({ base: undefined }, { write: (line) => void logged.push(line) })
  const edge = { database: database.db, logger, wallClock: () => wall }
  const app = express()
  app.use(warnOfUntrustedProxy(edge, (address) => trusted.includes(address)))
  app.use((_request, response) => void response.send('answered'))
  const warnings = (at = wall) => findProxyWarnings({ publicUrl: null, trustedProxies: [] }, database.db, at)
  return { ask: () => supertest(app).get('/'), logged, warnings, [Symbol.asyncDispose]: () => database.close() }
}

test.each(['X-Forwarded-For', 'Forwarded'])(
  '%s from an untrusted proxy is logged once, and reported for a day',
  async (name) => {
    await using server = await aServer([])

    for (let asked = 0; asked < 3; asked++) await server.ask().set(name, 'for=198.51.100.7')

    expect(server.logged.map((line) => JSON.parse(line))).toEqual([expect.objectContaining({ level: 40 })])
    await expect
      .poll(() => server.warnings())
      .toEqual([{ message: expect.stringContaining('TRUST_PROXY'), isCertain: true }])
    expect(await server.warnings('2026-11-22T12:00:01.000Z')).toEqual([])
  },
)

test('a direct request, or one through a trusted proxy, causes no warning', async () => {
  await using straight = await aServer([])
  await using trusting = await aServer(['127.0.0.1', '::ffff:127.0.0.1'])

  await straight.ask()
  await trusting.ask().set('X-Forwarded-For', '198.51.100.7')

  expect([
    ...straight.logged,
    ...trusting.logged,
    ...(await straight.warnings()),
    ...(await trusting.warnings()),
  ]).toEqual([])
})
