import { Problem } from '@billing-checkout/contract'
import { consentVersions, type Timestamp } from '@billing-checkout/domain'
import type { CallerContext } from '../../organization/caller-context.ts'
import type { PaymentBody } from './payment-body.ts'
import type { SessionQuote } from '../quotes/resolve-session.ts'

/** A consent receipt as it is stored with its payment. */
export interface RecordedConsent extends NonNullable<PaymentBody['consent']> {
  /** Hash of the quote that was agreed to. */
  readonly quote: string
  /** When the receipt arrived, by the server's wall clock; `at` is what the payer's browser says. */
  readonly received_at: Timestamp
}

/** What a payer agreed to, kept as evidence: with the terms that are charged and the server's own time. */
export const consentOfPayment = (
  { consent }: Pick<PaymentBody, 'consent'>,
  { hash }: Pick<SessionQuote, 'hash'>,
  { wall }: Pick<CallerContext, 'wall'>,
): RecordedConsent | null => (consent === undefined ? null : { ...consent, quote: hash, received_at: wall })

/**
 * Throws when a shopper's payment or free change comes without a consent receipt, or with one under wording rules that were never
 * published (DECISIONS 51).
 */
export const refuseWithoutConsent = ({ consent }: Pick<PaymentBody, 'consent'>): void => {
  if (consent === undefined) {
    throw refusal('body.consent', 'required', 'consent is required: the receipt of what the shopper agreed to.')
  }
  if (consentVersions.includes(consent.version)) return
  throw refusal(
    'body.consent.version',
    'invalid_value',
    `consent.version must be the consent.version of the checkout, such as ${consentVersions.at(-1)}, got ${consent.version}.`,
  )
}

const refusal = (path: string, code: string, message: string): Problem =>
  new Problem('invalid_parameter', message, { details: [{ path, code, message }] })
