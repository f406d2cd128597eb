import { secondsAfter } from '@billing-checkout/domain'
import { type ClientSession, Problem, type SessionMembers } from '@billing-checkout/contract'
import { randomUUID } from 'node:crypto'
import type { CallerContext } from '../../organization/caller-context.ts'
import { presentClientSession } from '../../presenters/present-client-session.ts'
import { loadClientSession, lockClientSession } from '../../store/client-sessions.ts'
import { inOrganization } from '../../store/in-organization.ts'
import type { ClientSessionRow } from '../../store/rows.ts'
import { readBillingClock, type Write, write } from '../../store/write.ts'
import type { Billing } from '../billing.ts'
import { mergeMetadata } from '../merge-patch.ts'
import { normalizeMembers } from './normalize-members.ts'
import { paymentInProgress } from '../checks/payment-in-progress.ts'
import { refuseUnpayableDue } from '../checks/refuse-unpayable-due.ts'
import { saveIdempotentResponse } from '../save-idempotent-response.ts'
import { withTaxRates } from '../tax/with-tax-rates.ts'
import { currencyDetailsOf, type ResolvedSession, resolveSession } from '../quotes/resolve-session.ts'
import { refuseChangeThatCannotBe } from '../subscriptions/refuse-impossible-change.ts'

const expiresInDefault = 86_400

/** Opens a client session; it may be incomplete until it is paid, but what it names must exist. */
export const openSession = (billing: Billing, call: CallerContext, body: SessionMembers): Promise<ClientSession> =>
  withTaxRates(billing, (rated) =>
    write(billing.database, call.organization.id, (work) => insertSession(rated, work, call, body)),
  )

const insertSession = async (
  billing: Billing,
  work: Write,
  call: CallerContext,
  body: SessionMembers,
): Promise<ClientSession> => {
  const members = normalizeMembers({}, body)
  const session: ClientSessionRow = {
    organizationId: work.organizationId,
    id: randomUUID(),
    members,
    customerId: null,
    quote: null,
    taxAddress: null,
    trialRefused: false,
    expiresAt: expiryOf(work.now, members),
    completedAt: null,
    completedWall: null,
    createdAt: work.now,
    updatedAt: work.now,
  }
  const view = await viewPayable(billing, call, work, session, null)
  await work.db
    .insertInto('clientSessions')
    .values({ ...session, members: JSON.stringify(members), quote: null, taxAddress: null })
    .execute()
  return answer(billing, call, work, view)
}

/** Changes an open session; refused once it is completed, expired or being paid. */
export const updateSession = (
  billing: Billing,
  call: CallerContext,
  id: string,
  body: SessionMembers,
): Promise<ClientSession> =>
  withTaxRates(billing, (rated) =>
    write(billing.database, call.organization.id, (work) => changeSession(rated, work, call, { id, body })),
  )

const changeSession = async (
  billing: Billing,
  work: Write,
  call: CallerContext,
  { id, body }: { readonly id: string; readonly body: SessionMembers },
): Promise<ClientSession> => {
  const stored = await lockClientSession(work, id)
  if (stored === undefined) throw new Problem('not_found', `There is no client session ${id}.`)
  await refuseUnlessOpen(work, stored)
  const members = normalizeMembers(stored.members, body)
  const session: ClientSessionRow = {
    ...stored,
    members,
    quote: null,
    expiresAt: body.options?.expires_in === undefined ? stored.expiresAt : expiryOf(work.now, members),
    updatedAt: work.now,
  }
  const view = await viewPayable(billing, call, work, session, stored.members.plan?.id ?? null)
  await work.db
    .updateTable('clientSessions')
    .set({ members: JSON.stringify(members), quote: null, expiresAt: session.expiresAt, updatedAt: work.now })
    .where('id', '=', id)
    .execute()
  return answer(billing, call, work, view)
}

/** Answers a session as the merchant sees it, whatever its phase. */
export const findSession = async (billing: Billing, call: CallerContext, id: string): Promise<ClientSession> => {
  const db = inOrganization(billing.database, call.organization.id)
  const session = await loadClientSession(db, id)
  if (session === undefined) throw new Problem('not_found', `There is no client session ${id}.`)
  const view = await resolveSession(
    { taxContext: billing, db, organization: call.organization, now: await readBillingClock(db) },
    session,
  )
  return presentClientSession(view, currencyDetailsOf(billing, call.organization, view, localeOf(session)))
}

/** Throws where a session may not change any more: it is completed, being paid or expired. */
export const refuseUnlessOpen = async (work: Write, session: ClientSessionRow): Promise<void> => {
  if (session.completedAt !== null) {
    throw new Problem('session_completed', `Client session ${session.id} was completed at ${session.completedAt}.`)
  }
  const unfinished = await work.db
    .selectFrom('payments')
    .select('id')
    .where('sessionId', '=', session.id)
    .where('paymentStatus', '=', 'PENDING')
    .executeTakeFirst()
  if (unfinished) {
    throw paymentInProgress(`Payment ${unfinished.id} of this client session`)
  }
  if (work.now >= session.expiresAt) {
    throw new Problem('session_expired', `Client session ${session.id} expired at ${session.expiresAt}.`)
  }
}

const expiryOf = (now: string, members: SessionMembers): string =>
  secondsAfter(now, members.options?.expires_in ?? expiresInDefault)

/** The locale a merchant's own answers are in: the session's, else English. */
const localeOf = (session: ClientSessionRow): string => session.members.options?.locale ?? 'en'

/** A session's view. Throws when the session could never be paid: its plan is archived, or its amount cannot be charged. */
const viewPayable = async (
  billing: Billing,
  call: CallerContext,
  { db, now }: Write,
  session: ClientSessionRow,
  keptPlanId: string | null,
): Promise<ResolvedSession> => {
  const view = await resolveSession({ taxContext: billing, db, organization: call.organization, now }, session)
  const plan = session.members.plan?.id ? view.plan : undefined
  if (plan?.archivedAt && plan.id !== keptPlanId) {
    throw new Problem('plan_archived', `Plan ${plan.id} was archived at ${plan.archivedAt}.`)
  }
  refuseChangeThatCannotBe(view)
  const { customer, subscription } = session.members
  mergeMetadata(view.customer?.metadata ?? {}, customer?.metadata, 'body.customer.metadata')
  mergeMetadata(view.subscription?.metadata ?? {}, subscription?.metadata, 'body.subscription.metadata')
  if (view.quote) refuseUnpayableDue(billing, { ...view, quote: view.quote })
  return view
}

const answer = async (
  billing: Billing,
  call: CallerContext,
  work: Write,
  view: ResolvedSession,
): Promise<ClientSession> => {
  const details = currencyDetailsOf(billing, call.organization, view, localeOf(view.session))
  const wire = presentClientSession(view, details)
  saveIdempotentResponse(work, call, wire)
  return wire
}
