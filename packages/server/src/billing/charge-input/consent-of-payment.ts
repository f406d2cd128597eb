import { createHash } from 'node:crypto'
import { type CountryCode, Problem } from '@billing-checkout/contract'
import { consentVersions, type Timestamp } from '@billing-checkout/domain'
import type { CallerContext } from '../../organization/caller-context.ts'
import type { Organization } from '../../organization/organization.ts'
import type { PaymentBody } from './payment-body.ts'
import type { ResolvedSession, SessionQuote } from '../quotes/resolve-session.ts'
import { noticeShown, withdrawalFrom } from '../quotes/withdrawal-from.ts'

/** A consent receipt, as stored with its payment. */
export interface RecordedConsent extends NonNullable<PaymentBody['consent']> {
  /** SHA-256 of `text`, in hexadecimal digits. */
  readonly text_sha256: string
  /** Present with `displayed_text`, which the server cannot verify because the payer's document states it. */
  readonly displayed_text_is_verified?: false
  /** Hash of the quote that the payer agreed to. */
  readonly quote: string
  /** When the receipt arrived, by the server's wall clock; `at` is the time that the payer's browser states. */
  readonly received_at: Timestamp
  /** The country of sale, whose law the checkout followed; null if it was unknown. */
  readonly country: CountryCode | null
  /** Where the checkout told the payer to withdraw from the contract; null if it showed no such notice. */
  readonly withdrawal_url: string | null
}

/** What a consent is given to, and where. */
type ConsentedSale = Pick<ResolvedSession, 'country' | 'purpose' | 'session'> & {
  readonly quote: Pick<SessionQuote, 'hash'>
}

/**
 * The evidence of a payer's consent, with the hash of the charged quote, the server's time, and the notice of withdrawal that the checkout
 * showed. The backend of a merchant shows a page of its own, so the server knows of no notice.
 */
export const consentOfPayment = (
  { consent }: Pick<PaymentBody, 'consent'>,
  view: ConsentedSale,
  { wall, organization, principal }: Pick<CallerContext, 'wall' | 'organization' | 'principal'>,
): RecordedConsent | null => {
  if (consent === undefined) return null
  const { country, withdrawal } = noticeShown(view, organization.settings)
  const { displayed_text: displayed, ...receipt } = consent
  const text_sha256 = createHash('sha256').update(consent.text).digest('hex')
  const shown =
    displayed === undefined
      ? {}
      : { displayed_text: firstBytesOf(displayed), displayed_text_is_verified: false as const }
  return {
    ...receipt,
    ...shown,
    text_sha256,
    quote: view.quote.hash,
    received_at: wall,
    country,
    withdrawal_url: (principal.kind === 'widget' && withdrawal?.url) || null,
  }
}

const displayedBytesMax = 8192

/** As much of `text` as the database stores: 8 kB of UTF-8, whole characters, no NUL. */
const firstBytesOf = (text: string): string => {
  const bytes = Buffer.from(text.replaceAll('\0', ' ')).subarray(0, displayedBytesMax)
  return new TextDecoder().decode(bytes, { stream: true })
}

/**
 * Refuses a shopper's payment or free change without a valid consent receipt. The receipt must name published wording rules
 * (DECISIONS 51). If the sale is supplied before the withdrawal period ends, the receipt must request that. EU buyers
 * may withdraw within 14 days; supply starts earlier only if they request it and know what is lost (Directive 2011/83/EU). The box is
 * never ticked in advance, resuming shows none, and sales to businesses show the notice. Older scripts (covered by `checkbox_required`)
 * cannot sell for such an organization.
 */
export const refuseWithoutConsent = (
  { consent }: Pick<PaymentBody, 'consent'>,
  view: Pick<ResolvedSession, 'country' | 'purpose'>,
  { settings }: Pick<Organization, 'settings'>,
): void => {
  if (consent === undefined) {
    throw refusal('body.consent', 'required', 'consent is required: the receipt of what the shopper agreed to.')
  }
  if (!consentVersions.includes(consent.version)) {
    throw refusal(
      'body.consent.version',
      'invalid_value',
      `consent.version must be the consent.version of the checkout, such as ${consentVersions.at(-1)}, got ${consent.version}.`,
    )
  }
  const supply = withdrawalFrom(view, settings)?.supply ?? 'none'
  if (supply === 'none' || consent.immediate_supply === supply) return
  throw refusal(
    'body.consent.immediate_supply',
    'required',
    `consent.immediate_supply must be ${supply}: the shopper must request supply before the withdrawal period ends.`,
  )
}

const refusal = (path: string, code: string, message: string): Problem =>
  new Problem('invalid_parameter', message, { details: [{ path, code, message }] })
