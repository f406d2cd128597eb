import { addInterval, isAuthorizedOrCaptured, paymentStatusAfter } from '@billing-checkout/domain'
import {
  type AdviceCode,
  type DeclineCode,
  declines,
  type PaymentStatus,
  type StatusReason,
} from '@billing-checkout/contract'
import { sql } from 'kysely'
import type { PaymentRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'
import { selectCreditOfSpender } from '../../store/entities/customer-credits.ts'
import { uncountRedemption } from '../discounts/redemptions.ts'
import { uncountLinkUse } from '../links/link-uses.ts'

/** The columns that may change in a payment after it was recorded. */
export type PaymentChange = Partial<
  Omit<PaymentRow, 'organizationId' | 'id' | 'claimId' | 'customerId' | 'purpose' | 'createdAt' | 'updatedAt'>
>

/**
 * Changes a payment whose row the caller has locked, and returns the changed row. If the change means that the payment bought nothing, this
 * gives the customer's credit back. If {@link isUseReturned} holds, this gives back the use of a payment link and the redemption of a
 * discount.
 */
export const updatePayment = (work: Write, payment: PaymentRow, change: PaymentChange): PaymentRow => {
  const { update, now } = work
  const { linkId, discountId } = payment
  const isReturned = isUseReturned(payment, change)
  const returned = isReturned
    ? { ...(linkId !== null && { linkId: null }), ...(discountId !== null && { discountId: null }) }
    : {}
  update('payments', { id: payment.id }, { ...paymentColumns({ ...change, ...returned }), updatedAt: now })
  if (isReturned && linkId !== null) uncountLinkUse(work, linkId, { isDeclined: change.paymentStatus === 'DECLINED' })
  if (isReturned && discountId !== null) uncountRedemption(work, discountId)
  if (payment.creditAmount > 0 && buysNothing(payment, change)) returnCustomerCredit(work, payment)
  return { ...payment, ...change, ...returned, updatedAt: now }
}

/**
 * Whether a change means that a payment bought nothing. A payment for a subscription still counts as a purchase if its money never arrives
 * after the approval. The subscription's ledger keeps the credit, because the period is owed again.
 */
const buysNothing = ({ paymentStatus: before, purpose }: PaymentRow, change: PaymentChange): boolean => {
  const { paymentStatus: after = before, statusReason } = change
  if (statusReason?.status === 'unwanted') return true
  return !isAuthorizedOrCaptured(after) && after !== 'PENDING' && (before === 'PENDING' || purpose === 'pay')
}

/**
 * Whether a payment gives back its use of a payment link and its redemption of a discount: its charge did not succeed, or it was cancelled
 * or unwanted. A payment whose settlement failed has still bought what the link sells.
 */
const isUseReturned = ({ paymentStatus: before }: PaymentRow, change: PaymentChange): boolean => {
  const { paymentStatus: after = before, statusReason } = change
  if (statusReason?.status === 'unwanted' || after === 'CANCELLED') return true
  return before === 'PENDING' && after !== 'PENDING' && !isAuthorizedOrCaptured(after)
}

/** Columns of a payment in the form in which they are written: objects become jsonb. */
export const paymentColumns = <Columns extends PaymentChange>(columns: Columns): WrittenColumns<Columns> =>
  Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
    ]),
  ) as WrittenColumns<Columns>

type WrittenColumns<Columns> = {
  [Name in keyof Columns]: Columns[Name] extends string | number | null | undefined
    ? Columns[Name]
    : string | Extract<Columns[Name], null>
}

/**
 * The columns of a payment that is captured now. A day later, by the billing clock, the processor is queried to learn whether the money has
 * arrived.
 */
export const capturedColumns = ({ now }: Pick<Write, 'now'>, status: PaymentStatus) =>
  ({
    paymentStatus: paymentStatusAfter(status, 'captured'),
    dueAt: addInterval(now, 'days', 1),
  }) satisfies PaymentChange

/**
 * Gives a customer back the credit that a payment spent, because the payment failed or was not wanted. A part that was
 * taken back in the meantime, because the payment that it came from was refunded or disputed, is not returned. Calling this again changes
 * nothing.
 */
const returnCustomerCredit = (work: Pick<Write, 'db' | 'send' | 'now'>, { id: spender }: PaymentRow): void => {
  const { db, send, now } = work
  const held = db
    .selectFrom('customerCreditUses as held')
    .where('held.spender', '=', spender)
    .where('held.returnedAt', 'is', null)
  const ofCredit = held.where('held.creditId', '=', sql.ref<string>('customerCredits.id'))
  // Wait for the locks of the credit's rows, so that the next statements see what another transaction wrote to them.
  send(selectCreditOfSpender(db, spender))
  send(
    db
      .updateTable('customerCredits')
      .set(({ eb }) => ({
        leftAmount: eb(
          'leftAmount',
          '+',
          ofCredit.select(sql<number>`held.amount - held.taken_back_amount`.as('left')).$asScalar(),
        ),
        takenBackAmount: eb('takenBackAmount', '+', ofCredit.select('held.takenBackAmount').$asScalar()),
      }))
      .where('id', 'in', held.select('held.creditId')),
  )
  send(
    db
      .updateTable('customerCreditUses')
      .set({ returnedAt: now, takenBackAmount: 0 })
      .where('spender', '=', spender)
      .where('returnedAt', 'is', null),
  )
}

/** Why a payment has its status. If the processor gave no advice, the advice follows from the decline code. */
export const statusReason = (
  status: string,
  declineCode: DeclineCode | null,
  message: string | null,
  advice?: AdviceCode,
): StatusReason => ({
  status,
  status_reason: {
    advice_code: advice ?? (declineCode && declines[declineCode].advice),
    decline_code: declineCode,
    message,
  },
})
