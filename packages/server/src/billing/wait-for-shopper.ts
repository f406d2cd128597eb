import type { Payment } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { ProcessorOutcome } from '../processors/processor.ts'
import { loadLockedPayment } from '../store/payments.ts'
import { recordEvent } from '../store/record-event.ts'
import type { AttemptRow } from '../store/rows.ts'
import type { Write } from '../store/write.ts'
import { updatePayment } from './update-payment.ts'

/** How long a shopper may take over what they have to do elsewhere: ten minutes from the moment they paid. */
export const actionSeconds = 600

/** Wall-clock time at which an attempt stops waiting for its shopper. */
export const actionEndsAt = ({ request }: AttemptRow): Timestamp =>
  new Date(Date.parse(request.openedAt) + actionSeconds * 1000).toISOString()

/** Leaves an attempt open until its shopper has done what the processor asks; nobody else looks at it before their time is up. */
export const waitForShopper = async (
  work: Write,
  attempt: AttemptRow,
  { action, threeDSecure }: Extract<ProcessorOutcome, { kind: 'action_required' }>,
): Promise<Payment> => {
  const { db, send, organizationId } = work
  send(
    db
      .updateTable('attempts')
      .set({ action: JSON.stringify(action), leaseUntil: actionEndsAt(attempt) })
      .where('organizationId', '=', organizationId)
      .where('id', '=', attempt.id),
  )
  updatePayment(work, { id: attempt.paymentId }, { authentication: threeDSecure && JSON.stringify(threeDSecure) })
  const payment = await loadLockedPayment(work, attempt.paymentId)
  if (attempt.action === null) recordEvent(work, 'payment.updated', payment)
  return payment
}
