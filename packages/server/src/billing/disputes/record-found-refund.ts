import { collectedPart, isCaptured } from '@billing-checkout/domain'
import type { FoundRefund } from '../../processors/processor.ts'
import { presentLockedPayment } from '../../presenters/payments/load-payments.ts'
import { lockExistingPayment } from '../../store/entities/payments.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import type { PaymentRow } from '../../store/rows.ts'
import { newId, type Write } from '../../store/write.ts'
import { acceptRefund } from '../payments/accept-refund.ts'
import { findChangeBeingPaid } from '../payments/change-being-paid.ts'
import { sharesOfNextRefund } from '../payments/shares-of-refunds.ts'
import { updatePayment } from '../payments/update-payment.ts'
import { withdrawFromSubscription } from '../credit/withdraw-from-subscription.ts'

/** What became of a refund that was found: it is booked, was known already, or cannot be booked at all, for a reason. */
export type Found = 'booked' | 'known' | { readonly cannot: string }

/** Thrown for a refund that fits only after refunds of ours, which may have failed, have been looked up. */
export class OwnRefundsFirst extends Error {
  constructor(paymentId: string) {
    super(`What became of our own refunds of payment ${paymentId} has to be found out first.`)
  }
}

/**
 * Books a refund that was made at the processor without being asked for here, once, as it is: it counts as refunded, takes its money out
 * of the subscription, and is watched like any other. Throws while it cannot be booked yet: the outcome of its payment or of our own
 * refunds is not known, or a plan change is being paid that counts on the same money.
 */
export const recordFoundRefund = async (
  work: Write,
  { paymentId, connection }: { readonly paymentId: string; readonly connection: string },
  found: FoundRefund,
): Promise<Found> => {
  const payment = await lockExistingPayment(work, paymentId)
  const changing = await findChangeBeingPaid(work, payment)
  if (await isKnown(work, connection, found)) return 'known'
  if (changing !== undefined) throw new Error(`Payment ${changing.id}, a plan change, counts on the same money.`)
  const { paymentStatus, currencyCode } = payment
  if (paymentStatus === 'PENDING' || paymentStatus === 'AUTHORIZED')
    throw new Error(`What became of payment ${paymentId} is not known yet.`)
  if (!isCaptured(paymentStatus)) return { cannot: `the payment is ${paymentStatus}` }
  if (found.currency !== currencyCode) return { cannot: `the payment is in ${currencyCode}` }
  if (found.amount > collectedPart(payment) - payment.refundedAmount) throw new OwnRefundsFirst(paymentId)
  await book(work, payment, { connection, found })
  return 'booked'
}

const isKnown = async ({ db }: Write, connection: string, { transactionId }: FoundRefund): Promise<boolean> => {
  const known = await db
    .selectFrom('acceptedRefunds')
    .select('id')
    .where('connection', '=', connection)
    .where('transactionId', '=', transactionId)
    .executeTakeFirst()
  return known !== undefined
}

const book = async (
  work: Write,
  payment: PaymentRow,
  { connection, found }: { readonly connection: string; readonly found: FoundRefund },
): Promise<void> => {
  const { amount, transactionId, isPending } = found
  const id = newId('ref', work)
  const shares = await sharesOfNextRefund(work, payment, amount)
  await work.db
    .insertInto('refunds')
    .values({
      id,
      paymentId: payment.id,
      amount,
      ...shares,
      status: isPending ? 'pending' : 'succeeded',
      reason: null,
      processorTransactionId: transactionId,
      source: 'processor',
      createdAt: work.now,
      updatedAt: work.now,
    })
    .execute()
  const refunded = updatePayment(work, payment, { refundedAmount: payment.refundedAmount + amount })
  const taken = await withdrawFromSubscription(work, payment, { minor: amount, taxMinor: shares.taxAmount })
  const accepted = { facts: { transactionId }, pending: isPending }
  acceptRefund(work, { id, paymentId: payment.id, connection, foundRefundId: id }, accepted, taken)
  recordEvent(work, 'refund.created', await presentLockedPayment(work, refunded))
}
