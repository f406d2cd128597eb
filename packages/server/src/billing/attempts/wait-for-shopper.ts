import type { Payment } from '@billing-checkout/contract'
import { addSeconds, type Timestamp } from '@billing-checkout/domain'
import { presentLockedPayment } from '../../presenters/payments/load-payments.ts'
import type { ProcessorOutcome } from '../../processors/processor.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import type { AttemptRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'
import { actionUrl } from '../action-url.ts'
import type { AttemptRows } from '../answered-attempt.ts'
import type { Billing } from '../billing.ts'
import { updatePayment } from '../payments/update-payment.ts'

/**
 * Leaves an attempt open until its shopper has done what the processor asks, and leases it for the shopper's remaining time. The return
 * page, the notification and the ten-minute limit only cause a query, because a bank's result may arrive late, twice, forged or never. If
 * the shopper does not answer, closing the reference ends the challenge. Returns the payment with the shopper's next action.
 */
export const waitForShopper = async (
  billing: Billing,
  work: Write,
  { attempt, payment }: AttemptRows,
  { action, threeDSecure }: Extract<ProcessorOutcome, { kind: 'action_required' }>,
): Promise<Payment> => {
  // Count the remaining time by the wall clock, because the attempt's own times come from that clock; the lease runs by the database's
  // clock.
  const secondsLeft = Math.max((Date.parse(actionEndsAt(attempt)) - Date.parse(billing.wallClock())) / 1000, 1)
  work.update(
    'attempts',
    { id: attempt.id },
    { action: JSON.stringify(action), leaseUntil: addSeconds(work.leaseNow, secondsLeft), awaitsRetry: false },
  )
  const waiting = updatePayment(work, payment, { authentication: threeDSecure })
  const presented = await presentLockedPayment(work, waiting, { refunds: [] })
  if (attempt.action === null) recordEvent(work, 'payment.updated', presented)
  return { ...presented, ...nextActionOf(billing, { ...attempt, action }) }
}

/** Seconds, counted from the opening of the attempt, in which the shopper must finish a bank's challenge or approve in a wallet. */
export const actionSeconds = 600

/** Wall-clock time at which an attempt stops waiting for its shopper. */
export const actionEndsAt = ({ request }: AttemptRow): Timestamp => addSeconds(request.openedAt, actionSeconds)

/** The action that a payment shows while its shopper has something to do elsewhere, such as at a bank. */
const nextActionOf = (
  billing: Billing,
  { action, actionId }: Pick<AttemptRow, 'action' | 'actionId'>,
): Pick<Payment, 'next_action'> =>
  action === null || actionId === null ? {} : { next_action: { type: action.type, url: actionUrl(billing, actionId) } }

/** A shopper's payment, with the action that the shopper has to take next, if any. */
export const withNextAction = async (
  billing: Billing,
  db: OrganizationDatabase,
  payment: Payment,
): Promise<Payment> => {
  if (payment.payment_status !== 'PENDING') return payment
  const attempt = await db
    .selectFrom('attempts')
    .select(['action', 'actionId'])
    .where('paymentId', '=', payment.id)
    .where('state', '=', 'open')
    .where('action', 'is not', null)
    .executeTakeFirst()
  return attempt === undefined ? payment : { ...payment, ...nextActionOf(billing, attempt) }
}
