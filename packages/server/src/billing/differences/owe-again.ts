import { sql } from 'kysely'
import type { PaymentRow } from '../../store/rows.ts'
import { lockSubscription, type LockedSubscription } from '../../store/subscriptions.ts'
import type { Write } from '../../store/write.ts'
import { dun, endPeriod, renews } from '../subscriptions/dun-subscription.ts'
import { recordSubscription, updateSubscription } from '../subscriptions/record-subscription.ts'
import { pricePartFor } from '../tax/paid-tax.ts'
import { shortageOf } from './shortage-of.ts'

/**
 * What a payment was for is owed again, because its money never came. The period it paid for is owed by the same claim, and
 * its subscription is past due; one that was only to run to its end ends now. Where another period has begun
 * since, or is being paid for, what is owed joins the next charge.
 */
export const oweAgain = async (work: Write, payment: PaymentRow): Promise<void> => {
  if (payment.subscriptionId === null) return
  const subscription = (await lockSubscription(work, payment.subscriptionId))!
  const isOver = subscription.periodPaymentId !== payment.id || (await isBeingPaid(work, subscription))
  if (isOver) return oweLater(work, subscription, payment)
  await oweNow(work, subscription, payment)
}

/**
 * What {@link oweAgain} added to the next charge, because a change was being paid for, is owed at once where that change came to
 * nothing: the next charge may be a year away, or never come.
 */
export const oweAtOnce = async (work: Write, subscription: LockedSubscription, payment: PaymentRow): Promise<void> => {
  if (await isBeingPaid(work, subscription)) return
  const change = { balanceAmount: subscription.balanceAmount + (await lostPartOf(work, subscription, payment)) }
  updateSubscription(work, subscription, change)
  await oweNow(work, { ...subscription, ...change }, payment)
}

const oweNow = async (work: Write, subscription: LockedSubscription, payment: PaymentRow): Promise<void> => {
  const owing = await withoutShortage(work, subscription, payment)
  if (owing.status === 'scheduled_for_cancellation') await endPeriod(work, owing)
  else if (renews(owing)) await reopen(work, owing, payment)
  else if (owing !== subscription) await recordSubscription(work, owing.id, 'subscription.updated')
}

/** What of the payment was not taken, and was to come with the next charge, is a part of what is owed again, or of what nobody owes. */
const withoutShortage = async (
  work: Write,
  subscription: LockedSubscription,
  payment: PaymentRow,
): Promise<LockedSubscription> => {
  const shortage = shortageOf(payment)
  if (shortage.minor === 0) return subscription
  const shortPart = await pricePartFor(work.db, subscription, payment, shortage)
  const change = { balanceAmount: subscription.balanceAmount + shortPart }
  updateSubscription(work, subscription, change)
  return { ...subscription, ...change }
}

const reopen = async (work: Write, subscription: LockedSubscription, payment: PaymentRow): Promise<void> => {
  updateSubscription(work, subscription, { owedClaimId: payment.claimId })
  await dun(work, subscription, {
    attempts: await triesOf(work, payment),
    mayRetry: true,
    since: subscription.pastDueSince ?? payment.createdAt,
  })
}

/** Whether a charge is on its way that opens another period, by renewal or by a change. */
const isBeingPaid = async ({ db, organizationId }: Write, { id }: LockedSubscription): Promise<boolean> => {
  const unfinished = await db
    .selectFrom('payments')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('subscriptionId', '=', id)
    .where('paymentStatus', '=', sql.lit('PENDING'))
    .where('purpose', 'in', ['renew', 'change_plan', 'recover'])
    .executeTakeFirst()
  return unfinished !== undefined
}

/**
 * What of the price was paid becomes a surcharge; tax is added to it when it is charged. What of it was refunded was refunded
 * all the same. What of it was never taken is a surcharge already, or was charged since.
 */
const oweLater = async (work: Write, subscription: LockedSubscription, payment: PaymentRow): Promise<void> => {
  const lostMinor = await lostPartOf(work, subscription, payment)
  updateSubscription(work, subscription, { balanceAmount: subscription.balanceAmount - lostMinor })
  await recordSubscription(work, subscription.id, 'subscription.updated')
}

const lostPartOf = ({ db }: Write, subscription: LockedSubscription, payment: PaymentRow): Promise<number> => {
  const short = shortageOf(payment)
  const lost = { minor: payment.amount - short.minor, taxMinor: (payment.tax?.amount_tax ?? 0) - short.taxMinor }
  return pricePartFor(db, subscription, payment, lost)
}

/** Every payment of the claim counts, so that a method whose money never comes is given up like one that is declined. */
const triesOf = async ({ db, organizationId }: Write, { claimId }: PaymentRow): Promise<number> => {
  const { tries } = await db
    .selectFrom('payments')
    .select((payments) => payments.fn.countAll<number>().as('tries'))
    .where('organizationId', '=', organizationId)
    .where('claimId', '=', claimId)
    .executeTakeFirstOrThrow()
  return tries
}
