import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { mintId, addSeconds, type Timestamp } from '@billing-checkout/domain'
import { compiledForOrganizations } from '../../store/queries/compiled-once.ts'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import type { FrozenQuote, ShownNotice } from '../../store/schema/client-sessions.ts'
import { withdrawalNoticeOf } from './notice-of-withdrawal.ts'
import { hashQuoteInputs, isQuoteValid } from './quote-basis.ts'
import type { QuoteContext, ResolvedSession } from './resolve-session.ts'

const frozenMinutes = 30

/**
 * The frozen quote of a session: the stored one while it is valid, or else a new one, which is then stored. The caller has quoted `view` as
 * of the stored quote's time if that quote is valid, so the shopper is charged what they saw. The notice of withdrawal that the page shows
 * is stored with the quote.
 */
export const freezeQuote = async (
  { db, now, organization }: QuoteContext,
  view: ResolvedSession,
): Promise<FrozenQuote> => {
  const { session } = view
  const shown = withdrawalNoticeOf(view, organization.settings)
  const stored = isQuoteValid(session.quote, hashQuoteInputs(view), now) ? session.quote : undefined
  if (stored !== undefined && isDeepStrictEqual(stored.shown, shown)) return stored
  const frozen = stored === undefined ? quoteFrozenAt(now, view, shown) : { ...stored, shown }
  await storeQuote(db, JSON.stringify(frozen), session.id, session.updatedAt)
  return frozen
}

/**
 * The quote to store with a session that is opened or changed, as JSON; null if the session does not yet say what is bought. Storing the
 * quote now saves a commit when the shopper loads the page. The quote is used for at most half an hour, while session, plan and
 * subscription stay the same.
 */
export const quoteToStore = (now: Timestamp, view: ResolvedSession, shown: ShownNotice): string | null =>
  view.purpose === null || view.quote === undefined ? null : JSON.stringify(quoteFrozenAt(now, view, shown))

const quoteFrozenAt = (now: Timestamp, view: ResolvedSession, shown: ShownNotice): FrozenQuote => ({
  id: mintId('quote', Date.parse(now), randomBytes(16)),
  at: now,
  expiresAt: quoteValidUntil(now, view.subscription?.currentPeriodEnd),
  basis: hashQuoteInputs(view),
  shown,
})

/** A frozen quote for a preview, which is not stored. */
export const quoteOfPreview = ({ now, organization }: QuoteContext, view: ResolvedSession): FrozenQuote =>
  quoteFrozenAt(now, view, withdrawalNoticeOf(view, organization.settings))

/** Stores a quote unless the session has changed since it was read. */
const storeQuote = compiledForOrganizations(
  (db: OrganizationDatabase, quote: string, sessionId: string, updatedAt: Timestamp) =>
    db.updateTable('clientSessions').set({ quote }).where('id', '=', sessionId).where('updatedAt', '=', updatedAt),
)

/** The time until which a quote is valid: half an hour, but not past the end of the period that it prorates. */
export const quoteValidUntil = (now: Timestamp, periodEnd: Timestamp | undefined): Timestamp => {
  const halfHour = addSeconds(now, frozenMinutes * 60)
  return periodEnd !== undefined && periodEnd > now && periodEnd < halfHour ? periodEnd : halfHour
}
