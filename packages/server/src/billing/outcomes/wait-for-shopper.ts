import { secondsAfter } from '@billing-checkout/domain'
import type { Payment } from '@billing-checkout/contract'
import type { ProcessorOutcome } from '../../processors/processor.ts'
import { presentLockedPayment } from '../../presenters/payments/load-payments.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import type { Write } from '../../store/writes/write.ts'
import { actionEndsAt } from '../attempts/action-times.ts'
import type { Billing } from '../billing.ts'
import type { HeldAttempt } from '../attempts/lock-attempt.ts'
import { updatePayment } from '../payments/update-payment.ts'

/**
 * Leaves an attempt open until its shopper has done what the processor asks, and leases it for the shopper's remaining time. The return
 * page, the notification and the ten-minute limit only cause a query of the processor, because a bank's result may arrive late, twice,
 * forged or never. If the shopper does not answer, closing the reference ends the challenge.
 */
export const waitForShopper = async (
  { wallClock }: Billing,
  work: Write,
  { attempt, payment }: HeldAttempt,
  { action, threeDSecure }: Extract<ProcessorOutcome, { kind: 'action_required' }>,
): Promise<Payment> => {
  // Count the remaining time by the wall clock, because the attempt's own times come from that clock; the lease runs by the database's
  // clock.
  const secondsLeft = Math.max((Date.parse(actionEndsAt(attempt)) - Date.parse(wallClock())) / 1000, 1)
  work.update(
    'attempts',
    { id: attempt.id },
    { action: JSON.stringify(action), leaseUntil: secondsAfter(work.leaseNow, secondsLeft), awaitsRetry: false },
  )
  const waiting = updatePayment(work, payment, { authentication: threeDSecure })
  const presented = await presentLockedPayment(work, waiting, { refunds: [] })
  if (attempt.action === null) recordEvent(work, 'payment.updated', presented)
  return presented
}
