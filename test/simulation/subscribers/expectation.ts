import { beginPayment } from './begin-payment.ts'
import { applyFreeChange, applyDueWork } from './apply-free-change.ts'
import type { Cause } from './cause.ts'
import { differencesOfCredit } from './customer-credit.ts'
import { differences, isoTextOf } from './differences.ts'
import { finishPayment } from './finish-payment.ts'
import { followRefundsAndDisputes, returnedSumOf } from './follow-refunds-and-disputes.ts'
import type { WrittenBooks, WrittenPayment } from './history.ts'
import { mayMoveCredit } from './move-credit.ts'
import { isAuthorizedOrCaptured, type KnownPayment, type Ledger, openLedger, type CoveragePoint } from './ledger.ts'
import type { ExpectedSubscription } from './expected-subscription.ts'

/** A calculator that is independent of the server: from the requests and the banks' answers, it computes what must be in the books. */
export interface Expectation {
  /** Follows a transaction and its cause. Returns the differences from what was expected, a sentence each. */
  follow(written: WrittenBooks, cause: Cause, now: number): readonly string[]
  /** Due work that was not done, unwanted money that was kept, and refunds and disputes that were not counted, a sentence each. */
  leftUndone(written: WrittenBooks, now: number): readonly string[]
  /** The sum of the charges by currency, in minor units, less what went back. */
  readonly took: ReadonlyMap<string, number>
  /** How often each coverage point was reached. */
  readonly reached: ReadonlyMap<CoveragePoint, number>
}

/** A calculator for what is sold, and for the days on which the organization retries declines. */
export const openExpectation = (sold: Pick<Ledger, 'plans' | 'discounts' | 'days'>): Expectation => {
  const ledger = openLedger(sold)
  return {
    took: ledger.took,
    reached: ledger.reached,
    follow(written, cause, now) {
      ledger.violations.length = 0
      ledger.skipped.length = 0
      ledger.touched.clear()
      for (const payment of written.payments) followPayment(ledger, payment, cause, now)
      applyFreeChange(ledger, cause, written, now)
      if (cause.kind === 'machine') applyDueWork(ledger, written, now)
      return [...ledger.violations, ...violationsOfSkipping(ledger, written), ...violationsOfRows(ledger, written)]
    },
    leftUndone: (written, now) => [
      ...[...ledger.all.values()].flatMap((it) => overdue(it, written, now)),
      ...written.payments
        .filter(
          ({ id, status, amount }) =>
            ledger.unwanted.has(id) && isAuthorizedOrCaptured(status) && returnedSumOf(ledger, id) < amount,
        )
        .map(({ id }) => `Payment ${id} was kept, though its subscription had been cancelled.`),
      ...written.payments
        .flatMap(({ refundsAndDisputes }) => refundsAndDisputes)
        .filter(({ isGone, isCounted }) => isGone !== isCounted)
        .map(({ id }) => `What ${id} withdrew was never counted for its subscription.`),
    ],
  }
}

const followPayment = (ledger: Ledger, payment: WrittenPayment, cause: Cause, now: number): void => {
  const { id, status, currency } = payment
  if (!ledger.payments.has(id)) beginPayment(ledger, payment, cause, now)
  const known = ledger.payments.get(id)!
  const before = keptOf(ledger, known, id)
  if (known.status !== status) finishPayment(ledger, payment, known, now)
  const after = { ...known, status }
  ledger.payments.set(id, after)
  followRefundsAndDisputes(ledger, payment)
  ledger.took.set(currency, (ledger.took.get(currency) ?? 0) + keptOf(ledger, after, id) - before)
}

const keptOf = (ledger: Ledger, { status, amount }: KnownPayment, id: string): number =>
  isAuthorizedOrCaptured(status) ? amount - returnedSumOf(ledger, id) : 0

const violationsOfSkipping = ({ skipped }: Ledger, { events }: WrittenBooks): string[] => {
  const reported = events
    .filter(({ type }) => type === 'subscription.period_skipped')
    .map(({ subscription, start, end }) => `${subscription} ${Date.parse(start)} ${Date.parse(end)}`)
  return reported.join() === skipped.join() ? [] : [`Skipped were ${skipped.join()}, and told ${reported.join()}.`]
}

const violationsOfRows = (ledger: Ledger, { subscriptions, credits }: WrittenBooks): string[] => {
  const { all } = ledger
  return [
    ...subscriptions.flatMap((row) => differences(all.get(row.id), row)),
    ...differencesOfCredit(ledger, credits),
    ...(all.size === subscriptions.length ? [] : ['A subscription is missing.']),
  ]
}

const overdue = (it: ExpectedSubscription, written: WrittenBooks, now: number): string[] => {
  if (it.status === 'cancelled') {
    return mayMoveCredit(it, written, now) ? [`${it.id} is cancelled and kept ${it.balance}.`] : []
  }
  const due = it.status === 'scheduled_for_cancellation' ? it.end : (it.next ?? it.givenUpAt)
  if (due === null || Math.max(due, it.restsUntil) > now) return []
  return [`${it.id} is ${it.status} and was due ${isoTextOf(due)}.`]
}
