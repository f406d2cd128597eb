import { collectedPart, distributeTax, shareOfRefund, taxOfDispute, taxOfRefund } from '@billing-checkout/domain'
import type { PaymentRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'

/** A refund's shares of its payment's tax and US dollars, in minor units. */
export interface RefundShares {
  readonly taxAmount: number
  /** The refund's share of each tax, as JSON. */
  readonly taxBreakdown: string
  /** Null if the payment has no exchange rate to US dollars. */
  readonly amountUsd: number | null
}

/**
 * The shares of the next refund of a payment that the caller has locked: the shares of all its refunds together, less the shares of the
 * earlier refunds. So the shares of a full refund in parts add up exactly to the payment's tax and US dollars. Failed refunds do not count,
 * and neither does the refund `recomputedId`, because its shares are computed again.
 */
export const sharesOfNextRefund = async (
  work: Write,
  payment: PaymentRow,
  amount: number,
  recomputedId = '',
): Promise<RefundShares> => {
  const taken = payment.refundedAmount === 0 ? none : await findTaken(work, payment, recomputedId)
  const taxAmount = taxOfRefund({
    paidMinor: payment.amount,
    taxMinor: payment.tax?.amount_tax ?? 0,
    givenMinor: payment.refundedAmount,
    givenTaxMinor: taken.taxAmount,
    amountMinor: amount,
  })
  return {
    taxAmount,
    taxBreakdown: breakdownOfShare(payment, { before: taken.taxAmount, taxAmount }),
    amountUsd:
      payment.amountUsd === null
        ? null
        : shareOfRefund({
            paidMinor: payment.amount,
            sharedMinor: payment.amountUsd,
            refundedMinor: payment.refundedAmount + amount,
            earlierSharesMinor: taken.amountUsd,
          }),
  }
}

/**
 * The tax in the amount that a dispute withdraws from a payment, in minor units; at most the tax that was paid. The caller has locked the
 * payment.
 */
export const taxOfDisputedSum = async (work: Write, payment: PaymentRow, amountMinor: number): Promise<number> => {
  const taken = payment.refundedAmount === 0 ? none : await findTaken(work, payment, '')
  return taxOfDispute({
    paidMinor: payment.amount,
    taxMinor: payment.tax?.amount_tax ?? 0,
    givenMinor: payment.refundedAmount,
    givenTaxMinor: taken.taxAmount,
    amountMinor,
  })
}

/** Splits a refund's tax among the payment's taxes, so that over all refunds the parts of each tax add up to that tax. */
const breakdownOfShare = (
  { tax }: PaymentRow,
  { before, taxAmount }: { readonly before: number; readonly taxAmount: number },
): string => {
  const taxes = tax?.breakdown ?? []
  const given = distributeTax(before, taxes)
  const withShare = distributeTax(before + taxAmount, taxes)
  return JSON.stringify(
    withShare.map(({ name, rate, amount }, index) => ({ name, rate, amount: amount - (given[index]?.amount ?? 0) })),
  )
}

const none = { taxAmount: 0, amountUsd: 0 }

const findTaken = async ({ db }: Write, { id }: PaymentRow, recomputedId: string): Promise<typeof none> => {
  const { taxAmount, amountUsd } = await db
    .selectFrom('refunds')
    .select(({ fn }) => [fn.sum('taxAmount').as('taxAmount'), fn.sum('amountUsd').as('amountUsd')])
    .where('paymentId', '=', id)
    .where('status', '<>', 'failed')
    .where('id', '<>', recomputedId)
    .executeTakeFirstOrThrow()
  return { taxAmount: Number(taxAmount), amountUsd: Number(amountUsd) }
}

/** The price in a refund, in minor units: without a tax that was added to the price, but with a tax that the price includes. */
export const priceWithoutAddedTax = ({ tax }: PaymentRow, amount: number, taxAmount: number): number =>
  tax?.behavior === 'exclusive' ? amount - taxAmount : amount

/**
 * The part of a payment that its processor did not collect, and the tax in that part; both in minor units. Such a part exists if the
 * processor collected a smaller sum under the payment's reference (DECISIONS 59). The tax is computed as for a refund, and the charge that
 * collects the missing part adds tax again.
 */
export const shortfallOf = (
  payment: Pick<PaymentRow, 'amount' | 'collectedAmount' | 'tax'>,
): { readonly minor: number; readonly taxMinor: number } => {
  const minor = payment.amount - collectedPart(payment)
  const taxMinor = minor === 0 ? 0 : Math.round(((payment.tax?.amount_tax ?? 0) * minor) / payment.amount)
  return { minor, taxMinor }
}
