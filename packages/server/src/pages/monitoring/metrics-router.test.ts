import { watchTroubles } from '@billing-checkout/database/errors'
import express from 'express'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import request from 'supertest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../../../test/support/databases/databases.ts'
import { accessLog } from '../../http/access-log.ts'
import { kindsOfWork } from '../../billing/due-work/kinds.ts'
import { createBreaker } from '../../processors/calls/breaker.ts'
import { processorsById } from '../../processors/processors.ts'
import { sandboxProcessor } from '../../processors/sandbox/sandbox-processor.ts'
import { createCounters } from './counters.ts'
import { healthRouter } from './health-router.ts'
import { metricsRouter } from './metrics-router.ts'
import { readinessDetail } from './readiness-detail.ts'

const wall = '2026-11-21T12:00:00.000Z'
const logger = pino({ enabled: false })

let database: TestDatabase
let app: express.Express
beforeAll(async () => {
  database = await openTestDatabase('embedded')
  const breaker = createBreaker('acquirer', { logger, wallClock: () => wall })
  for (let call = 1; call <= 5; call++) breaker.noteSilence()
  const counters = createCounters(() => Date.parse(wall))
  counters.observer.jobStarted({ name: 'renew', everySeconds: 2 })
  counters.observer.jobEnded('renew', false)
  counters.observer.processorCalled({ connection: 'acquirer', call: 'authorize', outcome: 'declined', seconds: 0.2 })
  counters.observer.paymentEnded({ type: 'MIT', status: 'DECLINED', reason: 'stolen_card' })
  const token = 'a-long-enough-token'
  const mailBreaker = createBreaker('mail server', { logger, wallClock: () => wall })
  for (let call = 1; call <= 5; call++) mailBreaker.noteSilence()
  const operators = {
    token,
    counters,
    database: database.db,
    processors: processorsById(sandboxProcessor({ database: database.db })),
    breakers: new Map([['acquirer', breaker]]),
    mailBreaker,
  }
  const health = healthRouter({
    isStopping: () => false,
    ping: () => database.ping(),
    probeWrite: () => database.probeWrite(),
    troubles: watchTroubles({ error: () => {} }),
    operators: { token, detail: () => readinessDetail(operators) },
  })
  app = express().use(accessLog(logger, counters.observe), health, metricsRouter(operators))
})
afterAll(() => database.close())

const get = (path: string, headers: Record<string, string> = {}) => request(app).get(path).set(headers)

test('readiness needs no token, and its details do', async () => {
  const ask = async (authorization: string) => {
    const answer = await get('/readyz', { Authorization: authorization })
    return [answer.status, answer.body] as const
  }

  expect(await ask('Bearer another-long-token')).toEqual([200, { status: 'ready' }])
  const [status, told] = await ask('Bearer a-long-enough-token')
  expect([status, told]).toMatchObject([200, { status: 'ready', attempts_open: 0, silent_since: { acquirer: wall } }])
  expect(told.jobs_last_success_seconds_ago.renew).toBeTypeOf('number')
})

test('only a caller with the token gets metrics', async () => {
  expect((await get('/metrics')).status).toBe(404)
  expect((await get('/metrics', { Authorization: 'Bearer another-long-token' })).status).toBe(404)

  const answer = await get('/metrics', { Authorization: 'Bearer a-long-enough-token' })
  const { text } = answer
  expect(text).toContain('billing_checkout_request_seconds_count{operation="none",status="200"}')
  for (const { name: kind } of kindsOfWork) {
    expect(text).toContain(`billing_checkout_due_work_overdue_seconds{kind="${kind}"} 0`)
    expect(text).toContain(`billing_checkout_due_work_deferred{kind="${kind}"} 0`)
    expect(text).toContain(`billing_checkout_due_work_given_up{kind="${kind}"} 0`)
  }
  expect(text).toContain('billing_checkout_connections_waiting 0')
  expect(text).toContain('billing_checkout_transactions_unmatched 0')
  expect(text).toContain('billing_checkout_connection_silent{connection="acquirer"} 1')
  expect(text).toContain('billing_checkout_mail_server_silent 1')
  expect(text).toContain(
    'billing_checkout_processor_call_seconds_count{connection="acquirer",call="authorize",outcome="declined"} 1',
  )
  expect(text).toContain('billing_checkout_payments_total{type="MIT",status="DECLINED",reason="stolen_card"} 1')
  expect(text).toContain(`billing_checkout_job_last_success_timestamp_seconds{name="renew"} ${Date.parse(wall) / 1000}`)
  expect(text).toContain('billing_checkout_job_interval_seconds{name="renew"} 2')
  expect(text).toContain('billing_checkout_job_failures_total{name="renew"} 1')
  expect(Number(/^billing_checkout_clock_offset_seconds (\S+)$/m.exec(text)?.[1])).toBeLessThan(60)
  const operating = readFileSync(fileURLToPath(new URL('../../../../OPERATING.md', import.meta.url)), 'utf8')
  const namesIn = (words: string, pattern: RegExp) => [...words.matchAll(pattern)].map(([, name]) => name).toSorted()
  expect(namesIn(text, /^# TYPE (billing_\w+) /gm)).toEqual(namesIn(operating, /^- `(billing_\w+)`/gm))
})
