import { oweLater } from './credit.ts'
import type { WrittenPayment } from './history.ts'
import {
  isPaid,
  type KnownPayment,
  leavePeriod,
  type Ledger,
  noteSkipped,
  put,
  putRenewed,
  reach,
  renews,
} from './ledger.ts'
import { opened, restAt, restarted } from './expected-changes.ts'
import { declined, ended, failed, renewed } from './expected-renewals.ts'
import type { ExpectedSubscription } from './expected-subscription.ts'
import { later, type Unit } from './naive-calendar.ts'

/** A payment has taken another status: what that means for its subscription. */
export const finishPayment = (ledger: Ledger, payment: WrittenPayment, known: KnownPayment, now: number): void => {
  const it = payment.subscription === null ? undefined : ledger.all.get(payment.subscription)
  const { status } = payment
  if (isPaid(status) && !isPaid(known.status)) return finishPaid(ledger, payment, known, it, now)
  if (it === undefined) return
  if (isPaid(known.status) && status === 'FAILED') return finishLost(ledger, payment, known, it, now)
  if (payment.purpose !== 'renew' || !renews(it)) return
  const begunAt = Date.parse(payment.begun)
  if (status === 'DECLINED') {
    const decline = { now, mayRetry: !isForGood(payment), declines: it.declines + 1, begunAt }
    put(ledger, declined(it, ledger.days, decline))
  }
  if (status === 'FAILED') put(ledger, failed(it, ledger.days, now, begunAt))
}

const finishPaid = (
  ledger: Ledger,
  payment: WrittenPayment,
  known: KnownPayment,
  it: ExpectedSubscription | undefined,
  now: number,
): void => {
  const plan = ledger.plans.get(payment.plan)!
  const { id, customer, method } = payment
  switch (payment.purpose) {
    case 'subscribe': {
      if (known.withTrial) ledger.trials.add(`${customer} ${plan.id}`)
      const start = startOf(ledger, payment, known.withTrial ? plan.trial! : plan, now)
      return put(ledger, {
        ...opened(plan, known.withTrial, start),
        id: payment.subscription!,
        customer,
        paidBy: id,
        method,
      })
    }
    case 'change_plan':
    case 'recover': {
      const quote = known.quote!
      if (it!.isUnpaid) reach(ledger, 'a period that was owed was written off')
      const at = startOf(ledger, payment, plan, now)
      leavePeriod(ledger, it!.id, quote.isExchanged ? restAt(it!, quote.at) : 'over')
      return put(ledger, { ...restarted(it!, plan, quote, { at, paid: payment.amount, paidBy: id }), method })
    }
    case 'update_method':
    case 'resume':
      return put(ledger, { ...it!, method })
    case 'renew':
      return renews(it!)
        ? putRenewed(ledger, renewed(it!, known.owed!, now, { id, firstTriedAt: firstTryOf(ledger, known) }))
        : void ledger.unwanted.add(id)
    default:
  }
}

/** A first period begins when its payment did; one that would be over by the time its outcome is known begins then. */
const startOf = (
  ledger: Ledger,
  { subscription, begun }: WrittenPayment,
  { unit, count }: { readonly unit: Unit; readonly count: number },
  now: number,
): number => {
  const start = Date.parse(begun)
  const end = later(start, unit, count)
  if (end > now) return start
  reach(ledger, 'a first period began when its outcome was known')
  noteSkipped(ledger, subscription!, { start, end })
  return now
}

/** When a worker first tried to charge the claim of a payment. */
const firstTryOf = ({ payments }: Ledger, { claim }: KnownPayment): number =>
  Math.min(...[...payments.values()].filter((each) => each.claim === claim).map(({ begunAt }) => begunAt))

/**
 * Money that had been approved never came. The running period is owed again, if nothing of its money is credit and no other period is
 * being paid; otherwise the next charge collects it.
 */
const finishLost = (
  ledger: Ledger,
  payment: WrittenPayment,
  known: KnownPayment,
  it: ExpectedSubscription,
  now: number,
): void => {
  const isCredit = it.entries.some(({ id }) => id === payment.id)
  if (it.paidBy !== payment.id || isCredit || isBeingPaid(ledger, it)) {
    if (isCredit) reach(ledger, 'money behind credit never arrived')
    return put(ledger, oweLater(it, payment.id, payment.amount))
  }
  reach(ledger, 'the money of the running period never arrived')
  const unpaid = { ...it, isUnpaid: true, paid: 0 }
  if (it.status === 'scheduled_for_cancellation') return put(ledger, ended(unpaid))
  if (it.status === 'cancelled') return put(ledger, unpaid)
  const { anchor, start, end } = it
  const plan = ledger.plans.get(payment.plan)!
  const owed = known.owed ?? {
    anchor,
    start,
    end,
    plan,
    amount: payment.amount,
    credit: 0,
    leftover: 0,
    isWhole: known.isWhole,
  }
  const declines = [...ledger.payments.values()].filter(({ claim }) => claim === payment.claim).length
  const decline = { now, mayRetry: true, declines, begunAt: known.begunAt }
  put(ledger, declined({ ...unpaid, owed, lost: true }, ledger.days, decline))
}

/** Whether a charge is on its way that opens another period. */
const isBeingPaid = ({ payments }: Ledger, { id }: ExpectedSubscription): boolean =>
  [...payments.values()].some(
    ({ subscription, status, purpose }) =>
      subscription === id && status === 'PENDING' && ['renew', 'change_plan', 'recover'].includes(purpose),
  )

/** The refusals after which no bank wants to be asked again. */
const isForGood = ({ decline }: WrittenPayment): boolean =>
  [
    'expired_card',
    'invalid_card_number',
    'card_lost_or_stolen',
    'suspected_fraud',
    'authentication_required',
    'blocked_by_rule',
  ].includes(decline ?? '')
