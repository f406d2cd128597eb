import { Router } from 'express'
import { createHash, timingSafeEqual } from 'node:crypto'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Billing } from '../billing/billing.ts'
import type { ObserveRequest } from '../http/access-log.ts'
import { factsOf } from '../http/requests/request-facts.ts'
import { readBacklog } from '../store/read-backlog.ts'

/** Counts requests and prints what was counted. */
export interface Metrics {
  readonly observe: ObserveRequest
  readonly router: Router
}

/** Prometheus metrics at `/metrics`, for who has the token; without a token there is no such path. */
export const createMetrics = (
  token: string | null,
  { database, breakers }: Pick<Billing, 'database' | 'breakers'>,
): Metrics => {
  const router = Router({ caseSensitive: true, strict: true })
  if (token === null) return { observe: () => {}, router }
  const register = new Registry()
  collectDefaultMetrics({ register })
  const durations = new Histogram({
    name: 'billing_checkout_request_seconds',
    help: 'Time from a request to the end of its answer.',
    labelNames: ['operation', 'status'] as const,
    registers: [register],
  })
  const deferred = new Gauge({
    name: 'billing_checkout_subscriptions_deferred',
    help: 'Due subscriptions that could not be worked on and rest until the next try; the log says why.',
    registers: [register],
  })
  const settlements = new Gauge({
    name: 'billing_checkout_settlements_deferred',
    help: 'Captured payments that could not be settled and rest until the next try; the log says why.',
    registers: [register],
  })
  const settlementsGivenUp = new Gauge({
    name: 'billing_checkout_settlements_given_up',
    help: 'Those of them that were tried for a month and are not tried again; `billing-checkout doctor` names them.',
    registers: [register],
  })
  const refundsPending = new Gauge({
    name: 'billing_checkout_refunds_pending',
    help: 'Refunds that a processor has accepted, and that have neither arrived nor failed yet.',
    registers: [register],
  })
  const refundsDeferred = new Gauge({
    name: 'billing_checkout_refunds_deferred',
    help: 'Accepted refunds that could not be asked about and rest until the next try; the log says why.',
    registers: [register],
  })
  const refundsGivenUp = new Gauge({
    name: 'billing_checkout_refunds_given_up',
    help: 'Accepted refunds that are not asked about any more after a month; `billing-checkout doctor` names them.',
    registers: [register],
  })
  const notices = new Gauge({
    name: 'billing_checkout_notices_deferred',
    help: 'Notices that could not be given and rest until the next try; the log says why.',
    registers: [register],
  })
  const overdue = new Gauge({
    name: 'billing_checkout_subscriptions_overdue_seconds',
    help: 'Age of the oldest due subscription that nothing holds up, by the billing clock.',
    registers: [register],
  })
  const waiting = new Gauge({
    name: 'billing_checkout_connections_waiting',
    help: 'Connections over which no money moves until the books have been compared with what their processors did.',
    registers: [register],
  })
  const unmatched = new Gauge({
    name: 'billing_checkout_transactions_unmatched',
    help: 'Transactions of processors of which the books have no record, and which no operator has seen to.',
    registers: [register],
  })
  const openAttempts = new Gauge({
    name: 'billing_checkout_attempts_open',
    help: 'Calls to processors whose outcome is not known or not written down yet.',
    registers: [register],
  })
  const oldestAttempt = new Gauge({
    name: 'billing_checkout_attempts_oldest_seconds',
    help: 'For how long the oldest of them has been open.',
    registers: [register],
  })
  const attemptsDeferred = new Gauge({
    name: 'billing_checkout_attempts_deferred',
    help: 'Those of them that could not be taken up or finished and rest until the next try; the log says why.',
    registers: [register],
  })
  const owed = new Gauge({
    name: 'billing_checkout_obligations_open',
    help: 'Money that we have to give back and authorizations that we have to let go, not done yet.',
    registers: [register],
  })
  const overdueObligations = new Gauge({
    name: 'billing_checkout_obligations_overdue',
    help: 'Those of them that the processor has refused again and again; `billing-checkout doctor` names them.',
    registers: [register],
  })
  const silent = new Gauge({
    name: 'billing_checkout_connection_silent',
    help: 'Whether the processor of a connection does not answer this server, so that renewals over it wait: 1 or 0.',
    labelNames: ['connection'] as const,
    registers: [register],
  })
  router.get('/metrics', async (request, response, next) => {
    if (!isSame(request.get('Authorization') ?? '', `Bearer ${token}`)) return next()
    factsOf(response).pattern = '/metrics'
    // Whoever watches has to hear of everything else also while the database is gone.
    const backlog = await readBacklog(database).catch(() => undefined)
    deferred.set(backlog?.deferred ?? NaN)
    settlements.set(backlog?.settlementsDeferred ?? NaN)
    settlementsGivenUp.set(backlog?.settlementsGivenUp ?? NaN)
    refundsPending.set(backlog?.refundsPending ?? NaN)
    refundsDeferred.set(backlog?.refundsDeferred ?? NaN)
    refundsGivenUp.set(backlog?.refundsGivenUp ?? NaN)
    notices.set(backlog?.noticesDeferred ?? NaN)
    waiting.set(backlog?.connectionsWaiting ?? NaN)
    unmatched.set(backlog?.transactionsUnmatched ?? NaN)
    overdue.set(backlog?.overdueSeconds ?? NaN)
    openAttempts.set(backlog?.attemptsOpen ?? NaN)
    oldestAttempt.set(backlog?.attemptsOldestSeconds ?? NaN)
    attemptsDeferred.set(backlog?.attemptsDeferred ?? NaN)
    owed.set(backlog?.obligationsOpen ?? NaN)
    overdueObligations.set(backlog?.obligationsOverdue ?? NaN)
    for (const { connection, openSince } of breakers.values()) silent.set({ connection }, openSince() === null ? 0 : 1)
    response
      .set('Cache-Control', 'no-store')
      .type(register.contentType)
      .send(await register.metrics())
  })
  return { observe: (operation, status, seconds) => durations.observe({ operation, status }, seconds), router }
}

const isSame = (given: string, expected: string): boolean => timingSafeEqual(digestOf(given), digestOf(expected))

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()
