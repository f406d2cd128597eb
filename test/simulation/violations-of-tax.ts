import { isAuthorizedOrCaptured } from '@billing-checkout/domain'
import type { BookedPayment, BookedRefund, Books } from './books.ts'

/** Wrong taxes, a sentence each: in payments, in refunds, and in events. */
export const violationsOfTax = (books: Books): readonly string[] =>
  books.payments
    .filter(({ tax }) => tax !== null)
    .flatMap((payment) => {
      const refunds = books.refunds.filter((refund) => refund.payment === payment.id)
      const reported = books.events.findLast((event) => event.payment === payment.id)?.taxStatus ?? null
      return [
        ...violationsOfParts(payment),
        ...violationsOfShares(payment, refunds),
        ...violationsOfStatus(payment, refunds, reported),
      ]
    })

const violationsOfParts = ({ id, amount, tax }: BookedPayment): string[] => {
  const { amount_subtotal: subtotal = 0, amount_tax: part = 0 } = tax!
  return subtotal + part === amount && part >= 0
    ? []
    : [`Payment ${id} of ${amount} consists of ${subtotal} and ${part} tax.`]
}

/** Each refund must include its share of the tax: all of it for a whole payment, and for a part the exact share except for rounding. */
const violationsOfShares = (
  { id, amount, refunded, tax }: BookedPayment,
  refunds: readonly BookedRefund[],
): string[] => {
  const part = tax!.amount_tax ?? 0
  const failed = refunds.filter(({ status }) => status === 'failed').length
  const reversed = refunds.filter(({ status }) => status !== 'failed').reduce((sum, refund) => sum + refund.tax, 0)
  const exact = amount === 0 ? 0 : (part * refunded) / amount
  // Each failed refund takes back its rounded share of the tax, which adds a rounding error.
  const tolerance = refunded === amount ? 0 : 0.5 + failed
  return Math.abs(reversed - exact) <= tolerance && (refunded < amount || reversed === part)
    ? []
    : [`Payment ${id} has ${refunded} of ${amount} refunded, with ${reversed} of ${part} tax.`]
}

/** Collected tax must be committed once the money was captured, and reversed once all of it went back. */
const violationsOfStatus = (
  payment: BookedPayment,
  refunds: readonly BookedRefund[],
  reported: string | null,
): string[] => {
  if (reported === null || reported === 'not_collected') return []
  const { id, status, amount, refunded, collected } = payment
  const isReversed =
    amount > 0 &&
    refunded === Math.min(collected ?? amount, amount) &&
    refunds.every((refund) => refund.status !== 'pending')
  const isCaptured = isAuthorizedOrCaptured(status) && status !== 'AUTHORIZED'
  const allowed = isCaptured ? [isReversed ? 'reversed' : 'committed'] : ['calculated', 'reversed']
  return allowed.includes(reported)
    ? []
    : [`Payment ${id} is ${status} with ${refunded} of ${amount} refunded; its tax is told to be ${reported}.`]
}
