import { Problem } from '@billing-checkout/contract'
import { consentVersions } from '@billing-checkout/domain'
import { createHash } from 'node:crypto'
import type { CallerContext } from '../../organization/caller-context.ts'
import type { Organization } from '../../organization/organization.ts'
import { withdrawalNoticeShown, withdrawalRightOf } from '../quotes/notice-of-withdrawal.ts'
import type { ResolvedSession, SessionQuote } from '../quotes/resolve-session.ts'
import type { PaymentBody, RecordedConsent } from './charge-draft.ts'

/** The sale that a consent covers, with its session, which stores the notice that the checkout showed. */
type ConsentedSale = Pick<ResolvedSession, 'country' | 'purpose' | 'session'> & {
  readonly quote: Pick<SessionQuote, 'hash'>
}

/**
 * Returns the evidence of a payer's consent, with the hash of the charged quote, the server's time, and the withdrawal page that the
 * checkout named. The page is null for a merchant's backend, because the server does not know what the merchant's own page showed.
 */
export const consentOfPayment = (
  { consent }: Pick<PaymentBody, 'consent'>,
  view: ConsentedSale,
  { wall, organization, principal }: Pick<CallerContext, 'wall' | 'organization' | 'principal'>,
): RecordedConsent | null => {
  if (consent === undefined) return null
  const { country, withdrawal } = withdrawalNoticeShown(view, organization.settings)
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

/** The beginning of `text` that the database can store: whole characters, at most 8 kB of UTF-8, no NUL. */
const firstBytesOf = (text: string): string => {
  const bytes = Buffer.from(text.replaceAll('\0', ' ')).subarray(0, displayedBytesMax)
  return new TextDecoder().decode(bytes, { stream: true })
}

/**
 * Refuses a shopper's payment or free change without a valid consent receipt. The receipt must name a published version of the wording
 * rules (DECISIONS 51). If the service is supplied before the withdrawal period ends, the receipt must contain the shopper's request for
 * this. EU consumers may withdraw within 14 days; supply may start earlier only if they request this and acknowledge how early supply
 * limits their right to withdraw (Directive 2011/83/EU). The checkbox for this request is never ticked in advance. Resuming a subscription
 * shows no such checkbox, because it makes no new contract; a sale to a business shows the checkbox. An element script that is too old to
 * send the request cannot make such a sale.
 */
export const refuseWithoutConsent = (
  { consent }: Pick<PaymentBody, 'consent'>,
  view: Pick<ResolvedSession, 'country' | 'purpose'>,
  { settings }: Pick<Organization, 'settings'>,
): void => {
  if (consent === undefined) {
    throw consentRefused('body.consent', 'required', 'consent is required: the receipt of what the shopper agreed to.')
  }
  if (!consentVersions.includes(consent.version)) {
    throw consentRefused(
      'body.consent.version',
      'invalid_value',
      `consent.version must be the consent.version of the checkout, such as ${consentVersions.at(-1)}, got ${consent.version}.`,
    )
  }
  const supply = withdrawalRightOf(view, settings)?.supply ?? 'none'
  if (supply === 'none' || consent.immediate_supply === supply) return
  throw consentRefused(
    'body.consent.immediate_supply',
    'required',
    `consent.immediate_supply must be ${supply}: the shopper must request supply before the withdrawal period ends.`,
  )
}

const consentRefused = (path: string, code: string, message: string): Problem =>
  new Problem('invalid_parameter', message, { details: [{ path, code, message }] })
