import { createHash } from 'node:crypto'
import { Problem } from '@billing-checkout/contract'
import { consentVersions, type Timestamp } from '@billing-checkout/domain'
import type { CallerContext } from '../../organization/caller-context.ts'
import type { Organization } from '../../organization/organization.ts'
import type { PaymentBody } from './payment-body.ts'
import type { ResolvedSession, SessionQuote } from '../quotes/resolve-session.ts'
import { withdrawalFrom } from './withdrawal-from.ts'

/** A consent receipt as it is stored with its payment. */
export interface RecordedConsent extends NonNullable<PaymentBody['consent']> {
  /** SHA-256 of `text`, in hexadecimal digits. */
  readonly text_sha256: string
  /** Present together with `displayed_text`, which only the payer's document states. */
  readonly displayed_text_is_verified?: false
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
): RecordedConsent | null => {
  if (consent === undefined) return null
  const { displayed_text: displayed, ...receipt } = consent
  const text_sha256 = createHash('sha256').update(consent.text).digest('hex')
  const shown =
    displayed === undefined
      ? {}
      : { displayed_text: firstBytesOf(displayed), displayed_text_is_verified: false as const }
  return { ...receipt, ...shown, text_sha256, quote: hash, received_at: wall }
}

const displayedBytesMax = 8192

/** As much of `text` as the database stores of it: 8 kB of UTF-8, whole characters, no NUL. */
const firstBytesOf = (text: string): string => {
  const bytes = Buffer.from(text.replaceAll('\0', ' ')).subarray(0, displayedBytesMax)
  return new TextDecoder().decode(bytes, { stream: true })
}

/**
 * Throws when a shopper's payment or free change comes without a consent receipt, with one under wording rules that were never
 * published (DECISIONS 51), or with one that does not ask for what is supplied before the time for withdrawal is over
 * (DECISIONS 80).
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
    `consent.immediate_supply must be ${supply}: the shopper has to ask for it by a box before the time for withdrawal is over.`,
  )
}

const refusal = (path: string, code: string, message: string): Problem =>
  new Problem('invalid_parameter', message, { details: [{ path, code, message }] })
