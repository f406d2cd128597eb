import { taxOfRefund } from '@billing-checkout/domain'
import type { PaymentRow } from '../store/rows.ts'
import type { Write } from '../store/write.ts'

/**
 * The tax that goes back with the next refund of a payment, which the caller holds locked: proportional to all that went
 * back, so that the parts of several refunds sum to the payment's tax exactly. Failed refunds took none with them.
 */
export const taxOfNextRefund = async (
  { db, organizationId }: Write,
  payment: PaymentRow,
  amount: number,
): Promise<number> => {
  const taxMinor = payment.tax?.amount_tax ?? 0
  if (taxMinor === 0) return 0
  const { reversed } = await db
    .selectFrom('refunds')
    .select((refunds) => refunds.fn.coalesce(refunds.fn.sum<number>('taxAmount'), refunds.lit(0)).as('reversed'))
    .where('organizationId', '=', organizationId)
    .where('paymentId', '=', payment.id)
    .where('status', '<>', 'failed')
    .executeTakeFirstOrThrow()
  return taxOfRefund({
    paidMinor: payment.amount,
    taxMinor,
    refundedMinor: payment.refundedAmount + amount,
    reversedMinor: Number(reversed),
  })
}

/** What a refund gives back of the price: tax on top of the price is none of it, tax inside it is (decisions 7, Proration). */
export const pricePart = ({ tax }: PaymentRow, amount: number, taxAmount: number): number =>
  tax?.behavior === 'exclusive' ? amount - taxAmount : amount
