import type { ClientSession, CountryCode } from '@billing-checkout/contract'
import type { PlanTerms } from '@billing-checkout/domain'
import { presentClientSession } from '../../presenters/sessions/present-client-session.ts'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import type { ClientSessionRow, CustomerRow, PlanRow, SubscriptionRow } from '../../store/rows.ts'
import { buyerIdOf } from '../customers/buyer-of-session.ts'
import { termsOfSale } from '../quotes/terms-of-sale.ts'

/**
 * Sessions as a list shows them, in the order of the ids. They have no currency details, so that a page of them needs no tax calculation. A
 * completed session shows the agreed terms. This takes at most six statements, for any number of sessions.
 */
export const loadListedSessions = async (
  db: OrganizationDatabase,
  ids: readonly string[],
): Promise<readonly ClientSession[]> => {
  if (ids.length === 0) return []
  const [sessions, agreed] = await Promise.all([
    db.selectFrom('clientSessions').selectAll().where('id', 'in', ids).execute(),
    loadAgreedTerms(db, ids),
  ])
  const subscriptions = await findEach(
    sessions,
    ({ members }) => members.subscription?.id,
    (named) => db.selectFrom('subscriptions').selectAll().where('id', 'in', named).execute(),
  )
  const subscriptionOf = ({ members }: ClientSessionRow) => subscriptions.get(members.subscription?.id ?? '')
  const [customers, known, plans] = await Promise.all([
    findEach(
      sessions,
      (session) => buyerIdOf(session, subscriptionOf(session)),
      (named) => db.selectFrom('customers').selectAll().where('id', 'in', named).execute(),
    ),
    findKnown(db, sessions),
    findEach(
      sessions,
      (session) => session.members.plan?.id ?? subscriptionOf(session)?.planId,
      (named) => db.selectFrom('plans').selectAll().where('id', 'in', named).execute(),
    ),
  ])
  const present = (session: ClientSessionRow): ClientSession => {
    const { members } = session
    const subscription = subscriptionOf(session)
    const externalId = members.customer?.external_id
    const customer = externalId ? known.get(externalId) : customers.get(buyerIdOf(session, subscription) ?? '')
    const plan = plans.get(members.plan?.id ?? subscription?.planId ?? '')
    const terms = agreed.get(session.id) ?? (plan && termsOf(session, { plan, customer, subscription }))
    return presentClientSession({ session, customer, plan, subscription, terms }, undefined)
  }
  const presented = new Map(sessions.map((session) => [session.id, present(session)]))
  return ids.map((id) => presented.get(id)).filter((session) => session !== undefined)
}

/** The rows that sessions name, by the rows' ids. */
const findEach = async <Row extends { readonly id: string }>(
  sessions: readonly ClientSessionRow[],
  nameOf: (session: ClientSessionRow) => string | null | undefined,
  find: (ids: readonly string[]) => Promise<readonly Row[]>,
): Promise<ReadonlyMap<string, Row>> => {
  const ids = [...new Set(sessions.map(nameOf).filter((id) => id != null))]
  return new Map(ids.length === 0 ? [] : (await find(ids)).map((row) => [row.id, row]))
}

/** The customers that sessions name by external_id. */
const findKnown = async (
  db: OrganizationDatabase,
  sessions: readonly ClientSessionRow[],
): Promise<ReadonlyMap<string | null, CustomerRow>> => {
  const externalIds = sessions.map(({ members }) => members.customer?.external_id).filter((id) => id != null)
  if (externalIds.length === 0) return new Map()
  const rows = await db.selectFrom('customers').selectAll().where('externalId', 'in', externalIds).execute()
  return new Map(rows.map((row) => [row.externalId, row]))
}

/** The terms of the latest payment of each completed session. */
const loadAgreedTerms = async (
  db: OrganizationDatabase,
  ids: readonly string[],
): Promise<ReadonlyMap<string | null, PlanTerms>> => {
  const rows = await db
    .selectFrom('payments')
    .innerJoin('clientSessions', (join) => join.onRef('clientSessions.id', '=', 'payments.sessionId'))
    .innerJoin('claims', (join) => join.onRef('claims.id', '=', 'payments.claimId'))
    .select(['payments.sessionId', 'claims.quote'])
    .distinctOn('payments.sessionId')
    .where('payments.sessionId', 'in', ids)
    .where('clientSessions.completedAt', 'is not', null)
    .orderBy('payments.sessionId')
    .orderBy('payments.createdAt', 'desc')
    .orderBy('payments.id', 'desc')
    .execute()
  return new Map(rows.map(({ sessionId, quote }) => [sessionId, quote.terms]))
}

/** The rows from which the terms of a session follow. */
interface TermRows {
  readonly plan: PlanRow
  readonly customer: CustomerRow | undefined
  readonly subscription: SubscriptionRow | undefined
}

const termsOf = ({ members }: ClientSessionRow, { plan, customer, subscription }: TermRows): PlanTerms => {
  const country = (members.customer?.address?.country ?? customer?.address?.country ?? null) as CountryCode | null
  return termsOfSale(plan, { country, subscription, quantity: members.plan?.quantity })
}
