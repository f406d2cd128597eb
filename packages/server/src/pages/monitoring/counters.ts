import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { ObserveRequest } from '../../http/access-log.ts'
import type { ObserveTurn } from '../../http/request-turns.ts'
import type { Observer } from '../../logging/observer.ts'

/** Counters of this process since its start. */
export interface Counters {
  readonly register: Registry
  readonly observe: ObserveRequest
  readonly observeTurn: ObserveTurn
  readonly observer: Observer
  /** When each job last succeeded, in seconds since 1970. If a job has never succeeded: when it was first scheduled. */
  jobsLastSuccess(): ReadonlyMap<string, number>
}

/** Creates counters that start at zero. */
export const createCounters = (wallMillis: () => number = Date.now): Counters => {
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })
  const requests = new Histogram({
    name: 'billing_checkout_request_seconds',
    help: 'Time from a request to the end of its answer.',
    labelNames: ['operation', 'status'] as const,
    registers,
  })
  const turns = new Histogram({
    name: 'billing_checkout_turn_wait_seconds',
    help: 'How long requests waited for the turn of their organization, before any work for them began.',
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10],
    registers,
  })
  const calls = new Histogram({
    name: 'billing_checkout_processor_call_seconds',
    help: 'Time from a call to a processor to its answer.',
    labelNames: ['connection', 'call', 'outcome'] as const,
    buckets: [0.1, 0.25, 0.5, 1, 2, 5, 10, 30],
    registers,
  })
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name, help, labelNames, registers })
  const payments = counter(
    'billing_checkout_payments_total',
    'Charges and verifications that ended: CIT by a shopper, MIT without one; the reason is that of a decline.',
    ['type', 'status', 'reason'],
  )
  const notifications = counter(
    'billing_checkout_notifications_total',
    'Notifications in the name of a processor: stored, repeated, dropped as not ours, forged, or stale.',
    ['connection', 'result'],
  )
  const warnings = counter(
    'billing_checkout_fraud_warnings_total',
    'Warnings of banks and networks that a charge may be fraudulent.',
    ['connection'],
  )
  const lastSuccess = new Gauge({
    name: 'billing_checkout_job_last_success_timestamp_seconds',
    help: 'When each job of this process last completed, or else when its schedule began.',
    labelNames: ['name'] as const,
    registers,
  })
  const interval = new Gauge({
    name: 'billing_checkout_job_interval_seconds',
    help: 'How long each job of this process waits after it has run, in seconds.',
    labelNames: ['name'] as const,
    registers,
  })
  const failures = counter(
    'billing_checkout_job_failures_total',
    'How often each job of this process has failed; it is run again.',
    ['name'],
  )
  const succeeded = new Map<string, number>()
  const noteSuccess = (name: string) => {
    const at = wallMillis() / 1000
    succeeded.set(name, at)
    lastSuccess.set({ name }, at)
  }
  return {
    register,
    observe: (operation, status, seconds) => requests.observe({ operation, status }, seconds),
    observeTurn: (seconds) => turns.observe(seconds),
    observer: {
      processorCalled: ({ seconds, ...labels }) => calls.observe(labels, seconds),
      paymentEnded: (labels) => payments.inc({ ...labels }),
      notificationReceived: (labels) => notifications.inc({ ...labels }),
      fraudWarned: (connection) => warnings.inc({ connection }),
      jobStarted({ name, everySeconds }) {
        interval.set({ name }, everySeconds)
        failures.inc({ name }, 0)
        noteSuccess(name)
      },
      jobEnded: (name, hasSucceeded) => (hasSucceeded ? noteSuccess(name) : failures.inc({ name })),
    },
    jobsLastSuccess: () => succeeded,
  }
}
