import type { Consent } from '@billing-checkout/contract'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import { oneOf } from '../../store/queries/one-of.ts'
import type { ConsentRow } from '../../store/rows.ts'
import { sortByIds } from '../load-by-ids.ts'
import { presentLines, presentRecurring } from '../sessions/present-quote.ts'
import { idsNamedByConsent } from './consent-ids.ts'

/** Consents as the interface shows them, in the order of the ids. */
export const loadConsents = async (db: OrganizationDatabase, ids: readonly string[]): Promise<readonly Consent[]> => {
  const named = ids.map(idsNamedByConsent).filter((id) => id !== undefined)
  if (named.length === 0) return []
  // Find the consents by the ids of their payments and sessions, because no index contains the id of a consent.
  const rows = await db
    .selectFrom('consents')
    .selectAll()
    .where((consent) =>
      consent.or([
        consent('paymentId', '=', oneOf(named.map(({ paymentId }) => paymentId))),
        consent.and([
          consent('paymentId', 'is', null),
          consent('sessionId', '=', oneOf(named.map(({ sessionId }) => sessionId))),
        ]),
      ]),
    )
    .execute()
  return sortByIds(ids, rows.map(presentConsent))
}

const presentConsent = ({ consent, quote, ...row }: ConsentRow): Consent => {
  const { dueNow, lines, nextCharge, recurring } = quote.draft
  return {
    id: row.id,
    customer_id: row.customerId,
    payment_id: row.paymentId,
    subscription_id: row.subscriptionId,
    session_id: row.sessionId,
    plan_id: row.planId,
    purpose: row.purpose,
    text: consent.text,
    displayed_text: consent.displayed_text ?? null,
    locale: consent.locale,
    version: consent.version,
    country: consent.country,
    withdrawal_url: consent.withdrawal_url,
    immediate_supply: consent.immediate_supply ?? null,
    agreed_at: consent.at,
    received_at: consent.received_at,
    quote_hash: consent.quote,
    due_now: dueNow,
    lines: presentLines(lines),
    next_charge: nextCharge,
    recurring: presentRecurring(recurring),
    created_at: row.createdAt,
  }
}
