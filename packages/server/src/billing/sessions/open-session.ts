import { secondsAfter } from '@billing-checkout/domain'
import { type ClientSession, Problem, type SessionMembers } from '@billing-checkout/contract'
import { randomUUID } from 'node:crypto'
import type { CallerContext } from '../../organization/caller-context.ts'
import { presentClientSession } from '../../presenters/present-client-session.ts'
import { loadClientSession, lockClientSession } from '../../store/client-sessions.ts'
import { loadCustomer, loadCustomerByExternalId } from '../../store/customers.ts'
import { compiledForOrganizations } from '../../store/compiled-once.ts'
import { inOrganization, type OrganizationDatabase } from '../../store/in-organization.ts'
import { loadPlan } from '../../store/plans.ts'
import type { ClientSessionRow } from '../../store/rows.ts'
import { loadSubscription } from '../../store/subscriptions.ts'
import { type LoadContext, readBillingClock, type Write, write } from '../../store/write.ts'
import type { Billing } from '../billing.ts'
import { mergeMetadata } from '../merge-patch.ts'
import { normalizeMembers } from './normalize-members.ts'
import { paymentInProgress } from '../checks/payment-in-progress.ts'
import { refuseUnpayableDue } from '../checks/refuse-unpayable-due.ts'
import { saveIdempotentResponse } from '../save-idempotent-response.ts'
import { withTaxRates } from '../tax/with-tax-rates.ts'
import {
  currencyDetailsOf,
  type QuoteContext,
  type ResolvedSession,
  resolveSession,
} from '../quotes/resolve-session.ts'
import { refuseChangeThatCannotBe } from '../subscriptions/refuse-impossible-change.ts'

const expiresInDefault = 86_400

/** Opens a client session; it may be incomplete until it is paid, but what it names must exist. */
export const openSession = (billing: Billing, call: CallerContext, body: SessionMembers): Promise<ClientSession> =>
  withTaxRates(billing, (rated) =>
    write(billing.database, call.organization.id, {
      load: (context) => loadNamed(context, body),
      run: (work, loadedRows) => insertSession(rated, work, call, { body, loadedRows }),
    }),
  )

const insertSession = async (
  billing: Billing,
  work: Write,
  call: CallerContext,
  { body, loadedRows }: { readonly body: SessionMembers; readonly loadedRows: LoadedRows },
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
  const view = await viewPayable(billing, call, work, { session, keptPlanId: null, loadedRows })
  work.insert('clientSessions', { ...session, members: JSON.stringify(members), quote: null, taxAddress: null })
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
    write(billing.database, call.organization.id, {
      // The lock is waited for before the payments are looked up, because statements are carried out in their order.
      load: (context) => Promise.all([lockClientSession(context, id), findUnfinished(context, id)]),
      run: (work, [stored, unfinished]) => changeSession(rated, work, call, { id, body, stored, unfinished }),
    }),
  )

const changeSession = async (
  billing: Billing,
  work: Write,
  call: CallerContext,
  { id, body, stored, unfinished }: SessionChange,
): Promise<ClientSession> => {
  if (stored === undefined) throw new Problem('not_found', `There is no client session ${id}.`)
  refuseClosed(work, stored, unfinished)
  const members = normalizeMembers(stored.members, body)
  const session: ClientSessionRow = {
    ...stored,
    members,
    quote: null,
    expiresAt: body.options?.expires_in === undefined ? stored.expiresAt : expiryOf(work.now, members),
    updatedAt: work.now,
  }
  const view = await viewPayable(billing, call, work, { session, keptPlanId: stored.members.plan?.id ?? null })
  const changes = { members: JSON.stringify(members), quote: null, expiresAt: session.expiresAt, updatedAt: work.now }
  work.update('clientSessions', { id }, changes)
  return answer(billing, call, work, view)
}

interface SessionChange {
  readonly id: string
  readonly body: SessionMembers
  /** The session, locked. */
  readonly stored: ClientSessionRow | undefined
  readonly unfinished: UnfinishedPayment | undefined
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
export const refuseUnlessOpen = async (work: Write, session: ClientSessionRow): Promise<void> =>
  refuseClosed(work, session, session.completedAt === null ? await findUnfinished(work, session.id) : undefined)

const refuseClosed = (
  { now }: Pick<Write, 'now'>,
  session: ClientSessionRow,
  unfinished: UnfinishedPayment | undefined,
): void => {
  if (session.completedAt !== null) {
    throw new Problem('session_completed', `Client session ${session.id} was completed at ${session.completedAt}.`)
  }
  if (unfinished) {
    throw paymentInProgress(`Payment ${unfinished.id} of this client session`)
  }
  if (now >= session.expiresAt) {
    throw new Problem('session_expired', `Client session ${session.id} expired at ${session.expiresAt}.`)
  }
}

interface UnfinishedPayment {
  readonly id: string
}

const findUnfinished = async ({ db }: LoadContext, sessionId: string): Promise<UnfinishedPayment | undefined> =>
  (await findPending(db, sessionId))[0]

const findPending = compiledForOrganizations((db: OrganizationDatabase, sessionId: string) =>
  db.selectFrom('payments').select('id').where('sessionId', '=', sessionId).where('paymentStatus', '=', 'PENDING'),
)

type LoadedRows = NonNullable<QuoteContext['loadedRows']>

/** Loads what a session names, before its transaction knows its time, so that it costs no round trip of its own. */
const loadNamed = async (
  { db }: LoadContext,
  { customer, plan, subscription }: SessionMembers,
): Promise<LoadedRows> => {
  const { id, external_id: externalId } = customer ?? {}
  const [loadedCustomer, loadedPlan, loadedSubscription] = await Promise.all([
    externalId ? loadCustomerByExternalId(db, externalId) : id ? loadCustomer(db, id) : undefined,
    plan?.id ? loadPlan(db, plan.id) : undefined,
    subscription?.id ? loadSubscription(db, subscription.id) : undefined,
  ])
  const isMissing = externalId && loadedCustomer === undefined
  return { customer: isMissing ? null : loadedCustomer, plan: loadedPlan, subscription: loadedSubscription }
}

const expiryOf = (now: string, members: SessionMembers): string =>
  secondsAfter(now, members.options?.expires_in ?? expiresInDefault)

/** The locale a merchant's own answers are in: the session's, else English. */
const localeOf = (session: ClientSessionRow): string => session.members.options?.locale ?? 'en'

interface ViewedSession {
  readonly session: ClientSessionRow
  /** The plan that the session named before; it may be archived by now. */
  readonly keptPlanId: string | null
  readonly loadedRows?: LoadedRows
}

/** A session's view. Throws when the session could never be paid: its plan is archived, or its amount cannot be charged. */
const viewPayable = async (
  billing: Billing,
  call: CallerContext,
  { db, now }: Write,
  { session, keptPlanId, loadedRows }: ViewedSession,
): Promise<ResolvedSession> => {
  const context = { taxContext: billing, db, organization: call.organization, now, ...(loadedRows && { loadedRows }) }
  const view = await resolveSession(context, session)
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
