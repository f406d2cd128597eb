import { withoutCredit } from './behind.ts'
import type { WrittenPayment } from './history.ts'
import { isPaid, type KnownPayment, type Ledger, put, putRenewed, renews } from './ledger.ts'
import { opened, restarted } from './expected-changes.ts'
import { declined, ended, failed, renewed } from './expected-renewals.ts'
import type { ExpectedSubscription } from './expected-subscription.ts'

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

/** Money went back: what the running period cost is less, and so is the credit that it had become. */
export const sendRefund = (ledger: Ledger, payment: WrittenPayment, { refunded }: KnownPayment): void => {
  const it = payment.subscription === null ? undefined : ledger.all.get(payment.subscription)
  const back = payment.refunded - refunded
  if (it === undefined) return
  if (it.paidBy === payment.id) return put(ledger, { ...it, cost: Math.max(it.cost - back, 0) })
  put(ledger, withoutCredit(it, payment.id, { back, kept: payment.amount - refunded }))
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
  const begunAt = Date.parse(payment.begun)
  switch (payment.purpose) {
    case 'subscribe':
      if (known.withTrial) ledger.trials.add(`${customer} ${plan.id}`)
      return put(ledger, {
        ...opened(plan, known.withTrial, begunAt),
        id: payment.subscription!,
        customer,
        paidBy: id,
        method,
      })
    case 'change_plan':
    case 'recover': {
      const next = restarted(it!, plan, begunAt, {
        due: payment.amount,
        net: payment.amount + known.leaves,
        balance: it!.balance + known.adds,
        paidBy: id,
      })
      return put(ledger, { ...next, method })
    }
    case 'update_method':
    case 'resume':
      return put(ledger, { ...it!, method })
    case 'renew':
      return renews(it!)
        ? putRenewed(ledger, renewed(it!, known.owed!, now, { id, begunAt }))
        : void ledger.unwanted.add(id)
    default:
  }
}

/** Money that had been approved never came: its period is owed again, or where that is over, the next charge is dearer. */
const finishLost = (
  ledger: Ledger,
  payment: WrittenPayment,
  known: KnownPayment,
  it: ExpectedSubscription,
  now: number,
): void => {
  // What of it was given back went to a customer who had paid nothing; all of it is a sale undone.
  if (payment.goingBack === payment.amount) return
  if (it.paidBy !== payment.id || isBeingPaid(ledger, it)) {
    return put(ledger, { ...it, balance: it.balance - payment.amount })
  }
  if (it.status === 'scheduled_for_cancellation') return put(ledger, ended(it))
  if (it.status === 'cancelled') return
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
  const decline = { now, mayRetry: true, declines, begunAt: Date.parse(payment.begun) }
  put(ledger, declined({ ...it, owed, lost: true }, ledger.days, decline))
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
