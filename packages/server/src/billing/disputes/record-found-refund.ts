import { collectedPart, isCaptured } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { FoundRefund, FraudWarning } from '../../processors/processor.ts'
import { presentLockedPayment } from '../../presenters/payments/load-payments.ts'
import { lockExistingPayment } from '../../store/entities/payments.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import type { PaymentRow } from '../../store/rows.ts'
import { newId } from '../../store/writes/new-id.ts'
import type { Write } from '../../store/writes/write.ts'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import type { Database } from '../../store/database.ts'
import { oweEmailOfRefund } from '../emails/owe-email-of-payment.ts'
import { recordAcceptedRefund } from '../payments/record-accepted-refund.ts'
import { lockAndFindPendingChange } from '../payments/change-being-paid.ts'
import { sharesOfNextRefund } from '../payments/shares-of-refunds.ts'
import { updatePayment } from '../payments/update-payment.ts'
import { withdrawMoneyFromSubscription } from '../credit/withdraw-money-from-subscription.ts'
import type { Billing } from '../billing.ts'
import { queryReference } from '../attempts/query-processor.ts'
import { paymentsByTransaction } from '../payments/payments-by-transaction.ts'

/** Whether a found refund was booked now, was known before, or can never be booked, with the reason. */
export type FoundRefundResult = 'booked' | 'known' | { readonly cannot: string }

/**
 * Thrown for a refund found at the processor that fits into the payment only if refunds of ours have failed. The caller must first look up
 * our refunds.
 */
export class OwnRefundsUnknown extends Error {
  constructor(paymentId: string) {
    super(`The outcome of our own refunds of payment ${paymentId} must be looked up first.`)
  }
}

/**
 * Books, once, a refund that was made at the processor and not requested here. The amount counts as refunded and is withdrawn from the
 * subscription, and the refund is queried like other refunds. Throws if the refund cannot be booked yet: an outcome of the payment or our
 * refunds is unknown, or a pending plan change may spend the same money as credit.
 */
export const recordFoundRefund = async (
  work: Write,
  { paymentId, connection }: { readonly paymentId: string; readonly connection: string },
  found: FoundRefund,
): Promise<FoundRefundResult> => {
  const payment = await lockExistingPayment(work, paymentId)
  const changing = await lockAndFindPendingChange(work, payment)
  if (await isKnown(work, connection, found)) return 'known'
  if (changing !== undefined) throw new Error(`Payment ${changing.id}, a plan change, uses the same money.`)
  const { paymentStatus, currencyCode } = payment
  if (paymentStatus === 'PENDING' || paymentStatus === 'AUTHORIZED')
    throw new Error(`The outcome of payment ${paymentId} is unknown.`)
  if (!isCaptured(paymentStatus)) return { cannot: `the payment is ${paymentStatus}` }
  if (found.currency !== currencyCode) return { cannot: `the payment is in ${currencyCode}` }
  if (found.amount > collectedPart(payment) - payment.refundedAmount) throw new OwnRefundsUnknown(paymentId)
  await bookRefund(work, payment, { connection, found })
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

const bookRefund = async (
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
  const taken = await withdrawMoneyFromSubscription(work, payment, { minor: amount, taxMinor: shares.taxAmount })
  const accepted = { facts: { transactionId }, pending: isPending }
  recordAcceptedRefund(work, { id, paymentId: payment.id, connection, foundRefundId: id }, accepted, taken)
  if (!isPending) oweEmailOfRefund(work, payment, { id, amount })
  recordEvent(work, 'refund.created', await presentLockedPayment(work, refunded))
}

/**
 * Looks up our own refunds of a payment, because a refund found at the processor exceeds what is left of the payment. Our refunds with an
 * unknown outcome are queried now; those that the processor has accepted become due for a query.
 */
export const lookUpOwnRefunds = async (billing: Billing, connection: string, paymentId: string): Promise<void> => {
  const rows = acrossOrganizations(billing.database, 'processor report')
  const open = await rows
    .selectFrom('attempts')
    .select('processorKey')
    .where('paymentId', '=', paymentId)
    .where('kind', '=', 'refund')
    .where('state', '=', 'open')
    .execute()
  for (const { processorKey } of open) await queryReference(billing, connection, processorKey)
  await rows
    .updateTable('acceptedRefunds')
    .set({ dueAt: sql<string>`least(due_at, (select billing_now()))` })
    .where('paymentId', '=', paymentId)
    .where('dueAt', 'is not', null)
    .execute()
}

/** A payment that a processor's transaction charged. */
export interface ChargedPayment {
  readonly organizationId: string
  readonly paymentId: string
}

/**
 * The payment that a processor's transaction charged; `undefined` if the transaction is not ours. Throws if the payment's outcome is still
 * unknown, so that the caller tries again later.
 */
export const findChargedPayment = async (
  database: Database,
  connection: string,
  transactionId: string,
): Promise<ChargedPayment | undefined> => {
  const payment = await paymentsByTransaction(database, { connection, transactionId }).executeTakeFirst()
  if (payment !== undefined) return { organizationId: payment.organizationId, paymentId: payment.id }
  const prepared = await acrossOrganizations(database, 'processor report')
    .selectFrom('attempts')
    .select('paymentId')
    .where('connection', '=', connection)
    .where('preparedId', '=', transactionId)
    .where('state', '=', 'open')
    .limit(1)
    .executeTakeFirst()
  if (prepared !== undefined) throw new Error(`The outcome of payment ${prepared.paymentId} is unknown.`)
  return undefined
}

/**
 * Records a fraud warning about a payment once, with an event, so that the merchant can refund the payment before it is disputed. Nothing
 * else changes, because most warnings lead to no dispute. Returns whether the warning is new.
 */
export const recordFraudWarning = async (
  work: Write,
  { paymentId, connection }: { readonly paymentId: string; readonly connection: string },
  { warningId: id, reason }: FraudWarning,
): Promise<boolean> => {
  const payment = await lockExistingPayment(work, paymentId)
  const recorded = await work.db
    .insertInto('fraudWarnings')
    .values({ connection, id, paymentId, reason, createdAt: work.now })
    .onConflict((known) => known.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (recorded === undefined) return false
  recordEvent(work, 'payment.fraud_warning', await presentLockedPayment(work, payment))
  return true
}
