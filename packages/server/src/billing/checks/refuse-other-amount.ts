import { Problem } from '@billing-checkout/contract'
import type { PaymentBody } from '../charge-input/payment-body.ts'
import type { SessionQuote } from '../quotes/resolve-session.ts'

/** Throws `amount_changed` when the charge is not what the shopper was shown. A widget must always say what that was. */
export const refuseOtherAmount = (expected: PaymentBody['expected'], { draft, hash }: SessionQuote): void => {
  if (expected?.quote === undefined) {
    const message = 'expected {amount, currency, quote} is required: what the shopper was shown.'
    throw new Problem('invalid_parameter', message, { details: [{ path: 'body.expected', code: 'required', message }] })
  }
  refuseOtherPrice(expected, { draft })
  refuseOtherTerms(expected.quote, { hash })
}

/** Throws `amount_changed` when the terms are not those of the quote that is expected by its hash. */
export const refuseOtherTerms = (expected: string | undefined, { hash }: Pick<SessionQuote, 'hash'>): void => {
  if (expected === undefined || expected === hash) return
  throw new Problem('amount_changed', 'The terms changed since they were shown; read the quote again.')
}

/** Throws `amount_changed` when amount or currency is not what the caller expects; a merchant need not expect any. */
export const refuseOtherPrice = (
  expected: PaymentBody['expected'],
  { draft: { dueNow } }: Pick<SessionQuote, 'draft'>,
): void => {
  if (expected === undefined) return
  if (expected.amount === dueNow.amount && expected.currency === dueNow.currency) return
  throw new Problem(
    'amount_changed',
    `The amount due is ${dueNow.amount} ${dueNow.currency}, expected was ${expected.amount} ${expected.currency}.`,
  )
}
