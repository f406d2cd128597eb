import type { CardMessageKey } from '../../../messages/card-catalogue.ts'

/** Stripe's error codes for a typed card, with our message for each. */
const errors = {
  incomplete_number: 'number.incomplete',
  invalid_number: 'number.invalid',
  incorrect_number: 'number.invalid',
  incomplete_expiry: 'expiry.incomplete',
  invalid_expiry_month: 'expiry.invalid',
  invalid_expiry_month_past: 'expiry.past',
  invalid_expiry_year: 'expiry.invalid',
  invalid_expiry_year_past: 'expiry.past',
  expired_card: 'expiry.past',
  incomplete_cvc: 'cvc.incomplete',
  invalid_cvc: 'cvc.invalid',
  incorrect_cvc: 'cvc.invalid',
} as const satisfies Readonly<Record<string, CardMessageKey>>

/** The message for an error in a field. */
export type StripeErrorMessageKey = (typeof errors)[keyof typeof errors]

/** The message for one of Stripe's error codes; undefined if the code does not concern the shopper's input. */
export const messageOfStripeError = (code: string | undefined): StripeErrorMessageKey | undefined =>
  code !== undefined && Object.hasOwn(errors, code) ? errors[code as keyof typeof errors] : undefined
