import type { CardMessageKey } from '../../../messages/card-catalogue.ts'

/** Stripe's codes for faults of a card before it is charged, with our message for each. */
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

/** What a field may be said to be wrong with. */
export type HostedError = (typeof errors)[keyof typeof errors]

/** What to say about an error of Stripe's; undefined for a code that says nothing about what was typed. */
export const errorOf = (code: string | undefined): HostedError | undefined =>
  code !== undefined && Object.hasOwn(errors, code) ? errors[code as keyof typeof errors] : undefined
