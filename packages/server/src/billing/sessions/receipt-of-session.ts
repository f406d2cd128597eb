import { type PlanTerms, addSeconds, type Timestamp } from '@billing-checkout/domain'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import type { ClientSessionRow } from '../../store/rows.ts'
import type { ShownQuote } from '../../store/schema/consents.ts'
import type { ResolvedSession } from '../quotes/resolve-session.ts'

const receiptHours = 24

/**
 * Whether a completed session still shows its receipt: for a day by the wall clock. A shopper who reloads the page finds the receipt, and
 * a link that is passed on later discloses nothing.
 */
export const showsReceipt = ({ completedWall }: ClientSessionRow, wall: Timestamp): boolean =>
  completedWall !== null && wall < addSeconds(completedWall, receiptHours * 3600)

/** A quote that the shopper agreed to. If it was paid, it includes the terms of the payment. */
export type AgreedQuote = ShownQuote & { readonly terms?: PlanTerms }

/** The quote that a session's shopper has agreed to, if the session is completed or its payment is in progress; otherwise `undefined`. */
export const loadAgreedQuote = async (
  db: OrganizationDatabase,
  session: ClientSessionRow,
): Promise<AgreedQuote | undefined> => {
  const latest = await db
    .selectFrom('payments')
    .select(['id', 'paymentStatus'])
    .where('sessionId', '=', session.id)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const isAgreed = session.completedAt !== null || latest?.paymentStatus === 'PENDING'
  return isAgreed ? loadShownQuote(db, session, latest?.id) : undefined
}

/** A session with the terms and amounts to which its shopper agreed, instead of the terms and amounts of today. */
export const withAgreedTerms = (view: ResolvedSession, agreed: AgreedQuote | undefined): ResolvedSession =>
  agreed === undefined
    ? view
    : {
        ...view,
        ...(agreed.terms && { terms: agreed.terms }),
        ...(view.quote && { quote: { ...view.quote, draft: agreed.draft, discount: agreed.discount ?? null } }),
      }

/** The quote to which a session's shopper agreed: of the payment `paymentId` or, if that is undefined, of the change without a charge. */
export const loadShownQuote = async (
  db: OrganizationDatabase,
  { id }: ClientSessionRow,
  paymentId: string | undefined,
): Promise<AgreedQuote | undefined> => {
  if (paymentId === undefined) {
    const change = await db.selectFrom('freeChanges').select('quote').where('sessionId', '=', id).executeTakeFirst()
    return change?.quote
  }
  const claim = await db
    .selectFrom('payments')
    .innerJoin('claims', (join) => join.onRef('claims.id', '=', 'payments.claimId'))
    .select('claims.quote')
    .where('payments.id', '=', paymentId)
    .executeTakeFirst()
  return claim?.quote
}
