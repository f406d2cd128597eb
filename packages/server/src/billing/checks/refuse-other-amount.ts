import { Problem } from '@billing-checkout/contract'
import type { PaymentBody } from '../charge-input/charge-draft.ts'
import type { SessionQuote } from '../quotes/resolve-session.ts'

/**
 * Throws `amount_changed` if the charge differs from what the shopper saw. A widget must always send the amount and the quote that it
 * showed.
 */
export const refuseOtherAmount = (expected: PaymentBody['expected'], { draft, hash }: SessionQuote): void => {
  if (expected?.quote === undefined) {
    const message = 'expected {amount, currency, quote} is required: the amount and quote that the shopper saw.'
    throw new Problem('invalid_parameter', message, { details: [{ path: 'body.expected', code: 'required', message }] })
  }
  refuseOtherPrice(expected, { draft })
  refuseOtherTerms(expected.quote, { hash })
}

/** Throws `amount_changed` if the hash of the quote differs from the expected one. */
export const refuseOtherTerms = (expected: string | undefined, { hash }: Pick<SessionQuote, 'hash'>): void => {
  if (expected === undefined || expected === hash) return
  throw new Problem('amount_changed', 'The terms changed since they were shown; read the quote again.')
}

/**
 * Throws `amount_changed` if the amount or currency differs from the expected one. A merchant's request need not state an expected price.
 */
export const refuseOtherPrice = (
  expected: PaymentBody['expected'],
  { draft: { dueNow } }: Pick<SessionQuote, 'draft'>,
): void => {
  if (expected === undefined) return
  if (expected.amount === dueNow.amount && expected.currency === dueNow.currency) return
  throw new Problem(
    'amount_changed',
    `The amount due is ${dueNow.amount} ${dueNow.currency}, and the request expected ${expected.amount} ${expected.currency}.`,
  )
}
