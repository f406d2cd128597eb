import { randomUUID } from 'node:crypto'
import type { SessionMembers } from '@billing-checkout/contract'
import { addSeconds, type Timestamp } from '@billing-checkout/domain'
import type { Organization } from '../../organization/organization.ts'
import { recordAudit } from '../../store/audit/record-audit.ts'
import type { ClientSessionRow, SubscriptionRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'
import { withOurPages } from '../links/our-pages.ts'
import { quoteToStore } from '../quotes/freeze-quote.ts'
import { withdrawalNoticeOf } from '../quotes/notice-of-withdrawal.ts'
import { type QuoteContext, resolveSession } from '../quotes/resolve-session.ts'
import { subscriptionStatusAt } from '../quotes/subscription-status-at.ts'

const lifetimeSeconds = 3600

/**
 * A session, valid for an hour, that a page of ours opens for an unknown shopper. It accepts only new payment methods, and no second
 * trial.
 */
export const hostedSession = (
  { organizationId, now }: { readonly organizationId: string; readonly now: Timestamp },
  members: SessionMembers,
  of: Pick<ClientSessionRow, 'hostedAs' | 'linkId'>,
): ClientSessionRow => ({
  organizationId,
  id: randomUUID(),
  members: {
    ...members,
    options: { ...members.options, payment_methods_mode: 'new_only', trial: 'once', expires_in: lifetimeSeconds },
  },
  customerId: null,
  quote: null,
  taxAddress: null,
  trialRefused: false,
  discountRefused: false,
  changesInstead: false,
  ...of,
  portalSessionId: null,
  expiresAt: addSeconds(now, lifetimeSeconds),
  completedAt: null,
  completedWall: null,
  createdAt: now,
  updatedAt: now,
})

/**
 * Stores a session that a page of ours opens, with its quote, and returns its id. `loadedRows` are rows that the caller has already
 * loaded.
 */
export const openHostedSession = async (
  billing: Billing,
  work: Write,
  organization: Organization,
  session: ClientSessionRow,
  loadedRows: NonNullable<QuoteContext['loadedRows']> = {},
): Promise<string> => {
  const { db, now } = work
  const resolved = await resolveSession({ billing, db, organization, now, loadedRows }, session)
  const members = JSON.stringify(session.members)
  const quote = quoteToStore(now, resolved, withdrawalNoticeOf(resolved, withOurPages(billing, organization).settings))
  work.insert('clientSessions', { ...session, members, quote, taxAddress: null })
  recordAudit(work, { object: session.id, after: session.members })
  return session.id
}

/**
 * The origin of our own pages if one of them opened the session. Null for every other session, because no page on our origin may show it.
 */
export const ownOriginOf = (
  { publicUrl }: Pick<Billing, 'publicUrl'>,
  { hostedAs }: Pick<ClientSessionRow, 'hostedAs'>,
): string | null => (hostedAs === null ? null : new URL(publicUrl()).origin)

/** A session and the subscription that it names, at a time of the billing clock. */
export interface SessionAt {
  readonly session: Pick<ClientSessionRow, 'hostedAs'>
  readonly subscription: Pick<SubscriptionRow, 'status' | 'currentPeriodEnd'> | undefined
  readonly now: Timestamp
}

/**
 * Whether a session that a recovery link opened has nothing left to pay. The link may have been passed on. So its session can only pay what
 * is owed; it can neither change the card of a paid subscription nor restart a cancelled one.
 */
export const isRecoveryOver = ({ session, subscription, now }: SessionAt): boolean =>
  session.hostedAs === 'recovery' &&
  (subscription === undefined || subscriptionStatusAt(subscription, now) !== 'past_due')
