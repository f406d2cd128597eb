import { required } from '@billing-checkout/domain'
import { findCustomer } from '../../store/entities/customers.ts'
import { lookup } from '../../store/queries/lookup.ts'
import { lockPayment } from '../../store/entities/payments.ts'
import type { AttemptRow, CustomerRow, PaymentRow } from '../../store/rows.ts'
import type { LoadContext } from '../../store/write.ts'
import type { AttemptHold } from './open-attempt.ts'

/** An attempt and its payment, both locked, and their customer. */
export interface HeldAttempt {
  readonly attempt: AttemptRow
  readonly payment: PaymentRow
  readonly customer: CustomerRow
}

/** A locked attempt, or a note that it was finished or taken up by somebody else in the meantime. */
export interface LockedAttempt extends HeldAttempt {
  readonly isHeld: boolean
}

/** Locks and loads everything that finishing an attempt needs, in one round trip. */
export const lockAttempt = async (context: LoadContext, hold: AttemptHold): Promise<LockedAttempt> => {
  const [attempt, paymentRow, namedCustomer] = await Promise.all([
    lockRow(context, hold),
    lockPayment(context, hold.paymentId),
    hold.customerId === undefined ? undefined : findCustomer(context, hold.customerId),
  ])
  const payment = required(paymentRow, 'payment', hold.paymentId)
  const customer = namedCustomer ?? (await findCustomer(context, payment.customerId))
  const isHeld = attempt.state === 'open' && attempt.fence === hold.fence
  return { isHeld, attempt, payment, customer: required(customer, 'customer of payment', payment.id) }
}

const lockRow = async ({ find }: LoadContext, { attemptId }: AttemptHold): Promise<AttemptRow> =>
  required((await find(lockedById, [attemptId]))[0], 'attempt', attemptId)

const lockedById = lookup('attempts', ['id'], { lock: 'wait' })
