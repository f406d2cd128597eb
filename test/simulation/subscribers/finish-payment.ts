import { addToNextCharge } from './credit.ts'
import { creditElsewhere, entryOf, takeBackMovedCredit } from './credit-elsewhere.ts'
import { returnCredit, spendCredit } from './customer-credit.ts'
import type { WrittenPayment } from './history.ts'
import {
  isAuthorizedOrCaptured,
  type KnownPayment,
  leavePeriod,
  type Ledger,
  noteSkipped,
  storeSubscription,
  storeRenewal,
  recordCoverage,
  isRenewing,
} from './ledger.ts'
import { remainingShareAt } from './expected-changes.ts'
import { newSubscription, subscriptionAfterRestart } from './expected-starts.ts'
import {
  subscriptionAfterDecline,
  subscriptionAfterEnd,
  subscriptionAfterFailure,
  renewalResultOf,
} from './expected-renewals.ts'
import type { ExpectedSubscription } from './expected-subscription.ts'
import { addUnits, type Unit } from './naive-calendar.ts'

/** Follows a payment to another status, and applies the outcome to the payment's subscription and credit. */
export const finishPayment = (ledger: Ledger, payment: WrittenPayment, known: KnownPayment, now: number): void => {
  const it = payment.subscription === null ? undefined : ledger.all.get(payment.subscription)
  const { status } = payment
  if (isAuthorizedOrCaptured(status) && !isAuthorizedOrCaptured(known.status))
    return finishPaid(ledger, payment, known, it, now)
  if (!isAuthorizedOrCaptured(known.status)) returnCredit(ledger, payment.id)
  if (it === undefined) return
  if (isAuthorizedOrCaptured(known.status) && status === 'FAILED') return finishLost(ledger, payment, it, now)
  if (payment.purpose === 'change_plan' || payment.purpose === 'recover') return finishUnpaidChange(ledger, it, now)
  if (payment.purpose !== 'renew' || !isRenewing(it)) return
  const begunAt = Date.parse(payment.begun)
  if (status === 'DECLINED') {
    const decline = { now, mayRetry: !isForGood(payment), declines: it.declines + 1, begunAt }
    storeSubscription(ledger, subscriptionAfterDecline(it, ledger.days, decline))
  }
  if (status === 'FAILED') storeSubscription(ledger, subscriptionAfterFailure(it, ledger.days, now, begunAt))
}

const finishPaid = (
  ledger: Ledger,
  payment: WrittenPayment,
  known: KnownPayment,
  it: ExpectedSubscription | undefined,
  now: number,
): void => {
  const { plan, discount, leftover } = known
  const lowering = known.quote?.discount ?? known.owed?.discount ?? (known.withTrial ? null : discount)
  if (lowering?.left === 1) recordCoverage(ledger, 'the last discounted period was paid')
  const { id, customer, method } = payment
  switch (payment.purpose) {
    case 'subscribe': {
      if (known.withTrial) ledger.trials.add(plan.id)
      const start = startOf(ledger, payment, known.withTrial ? plan.trial! : plan, now)
      const spent = spendCredit(ledger, id)
      return storeSubscription(ledger, {
        ...newSubscription(plan, known.withTrial, { start, paid: payment.amount, spent, discount, leftover }),
        id: payment.subscription!,
        customer,
        paidBy: id,
        method,
      })
    }
    case 'change_plan':
    case 'recover': {
      const quote = known.quote!
      if (it!.isUnpaid) recordCoverage(ledger, 'a period that was owed was written off')
      const at = startOf(ledger, payment, plan, now)
      leavePeriod(ledger, it!.id, quote.isExchanged ? remainingShareAt(it!, quote.at) : 'over')
      const spent = spendCredit(ledger, id)
      return storeSubscription(ledger, {
        ...subscriptionAfterRestart(it!, plan, quote, { at, paid: payment.amount, paidBy: id, spent }),
        method,
      })
    }
    case 'update_method':
    case 'resume':
      return storeSubscription(ledger, { ...it!, method })
    case 'renew':
      return isRenewing(it!)
        ? storeRenewal(ledger, renewalResultOf(it!, known.owed!, now, { id, firstTriedAt: firstTryOf(ledger, known) }))
        : void ledger.unwanted.add(id)
    default:
  }
}

/** A first period begins with its payment. If the period would already be over when the outcome becomes known, it begins then instead. */
const startOf = (
  ledger: Ledger,
  { subscription, begun }: WrittenPayment,
  { unit, count }: { readonly unit: Unit; readonly count: number },
  now: number,
): number => {
  const start = Date.parse(begun)
  const end = addUnits(start, unit, count)
  if (end > now) return start
  recordCoverage(ledger, 'a first period began when its outcome was known')
  noteSkipped(ledger, subscription!, { start, end })
  return now
}

/** When a worker first charged the claim of a payment. */
const firstTryOf = ({ payments }: Ledger, { claim }: KnownPayment): number =>
  Math.min(...[...payments.values()].filter((each) => each.claim === claim).map(({ begunAt }) => begunAt))

/**
 * Approved money never arrived. If it paid for the running period, is not credit, and no other period is being paid, the running period is
 * owed again. Otherwise the next charge collects the money.
 */
const finishLost = (ledger: Ledger, payment: WrittenPayment, it: ExpectedSubscription, now: number): void => {
  // After a full refund, nothing is owed: the merchant has undone the sale.
  if (payment.goingBack >= payment.amount) return
  const elsewhere = creditElsewhere(ledger, payment.id, it.id)
  const isCredit = entryOf(it, payment.id) > 0 || elsewhere.length > 0
  if (isCredit) recordCoverage(ledger, 'money behind credit never arrived')
  const pending = pendingOf(ledger, it)
  if (it.paidBy === payment.id && !isCredit && pending.length === 0) {
    return storeSubscription(ledger, owingNow(ledger, payment.id, it, now))
  }
  const gone = elsewhere.reduce((sum, { minor }) => sum + minor, 0)
  takeBackMovedCredit(ledger, payment.id, elsewhere, gone)
  const owing = addToNextCharge(it, payment.id, payment.amount - gone)
  if (it.paidBy !== payment.id) return storeSubscription(ledger, owing)
  // If the change that is being paid fails, the subscription stays in this period and owes it immediately.
  const mayOweNow = !isCredit && pending.every(({ purpose }) => purpose !== 'renew')
  storeSubscription(ledger, mayOweNow ? { ...owing, lostMeanwhile: payment.id } : { ...owing, paidBy: null })
}

/**
 * Makes the running period owed again, at the same amount as before. If the subscription ends or has ended, only marks the period as
 * unpaid.
 */
const owingNow = (ledger: Ledger, id: string, it: ExpectedSubscription, now: number): ExpectedSubscription => {
  const known = ledger.payments.get(id)!
  recordCoverage(ledger, 'the money of the running period never arrived')
  const unpaid = { ...it, isUnpaid: true, paid: 0, lostMeanwhile: null }
  if (it.status === 'scheduled_for_cancellation') return subscriptionAfterEnd(unpaid)
  if (it.status === 'cancelled') return unpaid
  const { anchor, start, end } = it
  const owed = known.owed ?? {
    anchor,
    start,
    end,
    plan: known.plan,
    // The running period keeps its own discount, so none is stated here.
    discount: null,
    amount: known.amount,
    credit: 0,
    leftover: 0,
    isWhole: known.isWhole,
  }
  const declines = [...ledger.payments.values()].filter(({ claim }) => claim === known.claim).length
  const decline = { now, mayRetry: true, declines, begunAt: known.begunAt }
  return subscriptionAfterDecline(
    { ...unpaid, owed, triedNext: it.lost ? it.triedNext : it.owed, lost: true },
    ledger.days,
    decline,
  )
}

/** A change failed. Money that was lost while the change was being paid is therefore owed immediately instead of with the next charge. */
const finishUnpaidChange = (ledger: Ledger, it: ExpectedSubscription, now: number): void => {
  const id = it.lostMeanwhile
  if (id === null || pendingOf(ledger, it).length > 1) return
  const { amount } = ledger.payments.get(id)!
  storeSubscription(ledger, owingNow(ledger, id, { ...it, balance: it.balance + amount }, now))
}

/** The pending charges that open another period. */
const pendingOf = ({ payments }: Ledger, { id }: ExpectedSubscription): readonly KnownPayment[] =>
  [...payments.values()].filter(
    ({ subscription, status, purpose }) =>
      subscription === id && status === 'PENDING' && ['renew', 'change_plan', 'recover'].includes(purpose),
  )

/** Whether a refusal means that no bank will accept another try. */
const isForGood = ({ decline }: WrittenPayment): boolean =>
  [
    'expired_card',
    'invalid_card_number',
    'card_lost_or_stolen',
    'suspected_fraud',
    'authentication_required',
    'blocked_by_rule',
  ].includes(decline ?? '')
