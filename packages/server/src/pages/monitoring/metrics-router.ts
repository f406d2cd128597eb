import { Router } from 'express'
import { Gauge } from 'prom-client'
import type { Billing } from '../../billing/billing.ts'
import { kindsOfWork } from '../../billing/due-work/kinds.ts'
import { readOverdueWork } from '../../billing/due-work/read-due-work.ts'
import { sumDifferences } from '../../billing/reconcile/days/open-differences.ts'
import { requestLocalsOf } from '../../http/requests/request-locals.ts'
import { type Backlog, deferredCountOf, readBacklog } from '../../store/health/read-backlog.ts'
import { readClockOffset } from '../../store/health/watch-clock.ts'
import type { Counters } from './counters.ts'
import { hasOperatorToken } from './has-operator-token.ts'

/** The sources of the metrics. */
export interface MetricsDependencies extends Pick<Billing, 'database' | 'processors' | 'breakers' | 'mailBreaker'> {
  /** The token that a scraper must send. */
  readonly token: string
  readonly counters: Counters
}

/** Prometheus metrics at `/metrics`, for callers with the token. */
export const metricsRouter = (parts: MetricsDependencies): Router => {
  const { token, database, breakers, mailBreaker, counters } = parts
  const router = Router({ caseSensitive: true, strict: true })
  const { register } = counters
  const gauges = Object.entries(backlogGauges).map(([member, [name, help]]) => ({
    member: member as CountOfBacklog,
    gauge: new Gauge({ name: `billing_checkout_${name}`, help, registers: [register] }),
  }))
  const silent = new Gauge({
    name: 'billing_checkout_connection_silent',
    help: 'Whether the processor of a connection does not answer this server, so that renewals over it wait: 1 or 0.',
    labelNames: ['connection'] as const,
    registers: [register],
  })
  const mailSilent = new Gauge({
    name: 'billing_checkout_mail_server_silent',
    help: 'Whether this server cannot reach or sign in to the mail server, so that emails wait: 1 or 0.',
    registers: [register],
  })
  const clockOffset = new Gauge({
    name: 'billing_checkout_clock_offset_seconds',
    help: 'By how much the clock of this machine is ahead of that of the database.',
    registers: [register],
  })
  const differences = new Gauge({
    name: 'billing_checkout_books_difference_minor',
    help: 'Open differences between the counts of processors and the books, in either direction, in minor units of a currency.',
    labelNames: ['currency'] as const,
    registers: [register],
  })
  const overdue = new Gauge({
    name: 'billing_checkout_due_work_overdue_seconds',
    help: 'For how long the first due row of a kind of work has waited and no server has taken it; 0: none waits.',
    labelNames: ['kind'] as const,
    registers: [register],
  })
  const deferred = new Gauge({
    name: 'billing_checkout_due_work_deferred',
    help: 'Due work that failed and waits until it is tried again; the log says why.',
    labelNames: ['kind'] as const,
    registers: [register],
  })
  const givenUp = new Gauge({
    name: 'billing_checkout_due_work_given_up',
    help: 'Due work that failed for a month and is not tried again; `billing-checkout doctor` names it.',
    labelNames: ['kind'] as const,
    registers: [register],
  })
  router.get('/metrics', async (request, response, next) => {
    if (!hasOperatorToken(request, token)) return next()
    requestLocalsOf(response).pattern = '/metrics'
    // Even while the database is down, a scraper must get all other metrics.
    const [backlog, waits, differing, ahead] = await Promise.all([
      readBacklog(database).catch(() => undefined),
      readOverdueWork(parts).catch(() => kindsOfWork.map(({ name }) => ({ kind: name, seconds: NaN }))),
      sumDifferences(database).catch(() => []),
      readClockOffset(database).catch(() => NaN),
    ])
    clockOffset.set(ahead)
    for (const { currency, minor } of differing) differences.set({ currency }, minor)
    for (const { member, gauge } of gauges) gauge.set(backlog?.[member] ?? NaN)
    for (const { kind, seconds } of waits) overdue.set({ kind }, seconds)
    for (const { name: kind } of kindsOfWork) {
      const counted = backlog === undefined ? { deferred: NaN, givenUp: NaN } : deferredCountOf(backlog, kind)
      deferred.set({ kind }, counted.deferred)
      givenUp.set({ kind }, counted.givenUp)
    }
    for (const { connection, openSince } of breakers.values()) silent.set({ connection }, openSince() === null ? 0 : 1)
    mailSilent.set(mailBreaker.openSince() === null ? 0 : 1)
    response
      .set('Cache-Control', 'no-store')
      .type(register.contentType)
      .send(await register.metrics())
  })
  return router
}

/** The members of the backlog that are single numbers. */
type CountOfBacklog = Exclude<keyof Backlog, 'deferredWork'>

/** The name and help text of each backlog gauge. */
const backlogGauges: Readonly<Record<CountOfBacklog, readonly [name: string, help: string]>> = {
  refundsPending: [
    'refunds_pending',
    'Refunds that a processor has accepted, and that have neither arrived nor failed yet.',
  ],
  chargesPostponed: [
    'charges_postponed',
    'Charges that wait for up to a week, because their notice by email was not handed over in time.',
  ],
  connectionsWaiting: [
    'connections_waiting',
    'Connections over which no money moves until the books have been compared with what their processors did.',
  ],
  connectionsPaused: [
    'connections_paused',
    'Connections whose processor refuses the key or the account, over which no money moves until it accepts them.',
  ],
  transactionsUnmatched: [
    'transactions_unmatched',
    'Transactions of processors without a record in the books, which no operator has handled.',
  ],
  attemptsOpen: ['attempts_open', 'Calls to processors whose outcome is unknown or not stored yet.'],
  attemptsOldestSeconds: ['attempts_oldest_seconds', 'For how long the oldest of them has been open.'],
  obligationsOpen: [
    'obligations_open',
    'Money that we have to refund, authorizations that we have to void and declined charges that we have to cancel, not done yet.',
  ],
  obligationsOverdue: [
    'obligations_overdue',
    'Obligations that the processor has refused repeatedly; `billing-checkout doctor` names them.',
  ],
  lastBackupSeconds: [
    'last_backup_timestamp_seconds',
    'The moment that the latest backup by `billing-checkout backup` shows, in seconds since 1970; 0: none was ever made.',
  ],
  webhooksPending: [
    'webhook_deliveries_pending',
    'Deliveries of webhooks that failed and are tried again, to endpoints that are enabled.',
  ],
  webhookEndpointsFailing: [
    'webhook_endpoints_failing',
    'Enabled endpoints that have failed so often that they are only probed.',
  ],
  webhooksLagSeconds: [
    'webhooks_lag_seconds',
    'Age of the oldest event that an endpoint which does not fail has not been sent yet.',
  ],
  erasuresUnfinishedSeconds: [
    'erasures_unfinished_seconds',
    'Age of the oldest erasure of which there may still be copies; 0: there is none.',
  ],
  processorErasuresOpen: [
    'processor_erasures_open',
    'Erased customers and detached methods that a processor has not forgotten yet; the server repeats the request.',
  ],
  auditUnsealedSeconds: [
    'audit_unsealed_seconds',
    'Age of the oldest row of the audit log that its chain does not cover yet.',
  ],
}
