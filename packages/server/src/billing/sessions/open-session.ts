import { randomUUID } from 'node:crypto'
import { addSeconds } from '@billing-checkout/domain'
import { type ClientSession, Problem, type SessionMembers } from '@billing-checkout/contract'
import type { CallerContext } from '../../organization/caller-context.ts'
import { presentClientSession } from '../../presenters/sessions/present-client-session.ts'
import { recordAudit } from '../../store/audit/record-audit.ts'
import { loadClientSession, lockClientSession } from '../../store/entities/client-sessions.ts'
import { customersLockedAgainstErasure } from '../../store/entities/customers.ts'
import { inOrganization } from '../../store/in-organization.ts'
import { findPlan } from '../../store/entities/plans.ts'
import type { ClientSessionRow } from '../../store/rows.ts'
import { loadSubscription } from '../../store/entities/subscriptions.ts'
import { readBillingClock } from '../../store/writes/billing-clock.ts'
import { type LoadContext, type Write, write } from '../../store/writes/write.ts'
import { saveIdempotentResponse } from '../../store/requests/save-idempotent-response.ts'
import { unsavedSession } from '../charge-input/unsaved-session.ts'
import type { Billing } from '../billing.ts'
import { mergeMetadata } from '../merge-patch.ts'
import { refuseErased } from '../customers/record-customer-updated.ts'
import { lockPortalSession, portalSessionOf } from '../links/lock-portal-session.ts'
import { refuseDisallowedUrls } from '../hosted/refuse-disallowed-urls.ts'
import { refuseUnpayableDue } from '../checks/refuse-unpayable-due.ts'
import { withTaxRates } from '../tax/decide-tax.ts'
import { currencyDetailsOf } from '../quotes/currency-details-of.ts'
import { quoteToStore } from '../quotes/freeze-quote.ts'
import { withdrawalNoticeOf, withdrawalNoticeShown } from '../quotes/notice-of-withdrawal.ts'
import { type QuoteContext, type ResolvedSession, resolveSession } from '../quotes/resolve-session.ts'
import { refuseDiscount } from '../discounts/discount-of-sale.ts'
import { refuseImpossibleChange } from '../checks/refuse-plan-change.ts'
import { normalizeMembers } from './normalize-members.ts'
import { loadAgreedQuote, withAgreedTerms } from './receipt-of-session.ts'
import { findUnfinishedPayment, refuseClosedSession, type UnfinishedPayment } from './refuse-unless-open.ts'

const expiresInDefault = 86_400

/**
 * Opens a client session. It may be incomplete until it is paid, but everything that it names by an `id` must exist. `hostedAs` is set if a
 * page of ours shows the session.
 */
export const openSession = (
  billing: Billing,
  call: CallerContext,
  body: SessionMembers,
  hostedAs: ClientSessionRow['hostedAs'] = null,
): Promise<ClientSession> =>
  withTaxRates(billing, (rated) =>
    write(billing.database, call.organization.id, {
      // This locks no names and only inserts rows, so it can share its transaction with any other write.
      exclusiveNames: [],
      load: async (context) => {
        const [rows] = await Promise.all([loadNamed(context, body), lockPortalSession(context, call)])
        return rows
      },
      run: (work, loadedRows) => insertSession(rated, work, call, { body, hostedAs, loadedRows }),
    }),
  )

const insertSession = async (
  billing: Billing,
  work: Write,
  call: CallerContext,
  { body, hostedAs, loadedRows }: NewSession,
): Promise<ClientSession> => {
  refuseDisallowedUrls(billing, call.organization, body)
  const members = normalizeMembers({}, body)
  const session: ClientSessionRow = {
    ...unsavedSession(work, null, {}),
    id: randomUUID(),
    members,
    hostedAs,
    portalSessionId: portalSessionOf(call),
    expiresAt: expiryOf(work.now, members),
  }
  const resolved = await resolvePayable(billing, call, work, { session, keptPlanId: null, loadedRows })
  const quote = quoteToStore(work.now, resolved, withdrawalNoticeOf(resolved, call.organization.settings))
  work.insert('clientSessions', { ...session, members: JSON.stringify(members), quote, taxAddress: null })
  recordAudit(work, { object: session.id, after: members })
  return answerSession(billing, call, work, resolved)
}

interface NewSession extends Pick<ClientSessionRow, 'hostedAs'> {
  readonly body: SessionMembers
  readonly loadedRows: LoadedRows
}

/** Returns a session as the merchant sees it, whatever its phase. */
export const findSession = async (billing: Billing, call: CallerContext, id: string): Promise<ClientSession> => {
  const db = inOrganization(billing.database, call.organization.id)
  const session = await loadClientSession(db, id)
  if (session === undefined) throw new Problem('not_found', `There is no client session ${id}.`)
  const context = { billing, db, organization: call.organization, now: await readBillingClock(db) }
  const [resolved, agreed] = await Promise.all([resolveSession(context, session), loadAgreedQuote(db, session)])
  const view = withAgreedTerms(resolved, agreed)
  return presentClientSession(view, currencyDetailsOf(billing, call.organization, view, localeOf(session)))
}

type LoadedRows = NonNullable<QuoteContext['loadedRows']>

/** Loads what a session names, in the round trip that begins the transaction. */
const loadNamed = async (
  context: LoadContext,
  { customer, plan, subscription }: SessionMembers,
): Promise<LoadedRows> => {
  const { db } = context
  const { id, external_id: externalId } = customer ?? {}
  const [loadedCustomer, loadedPlan, loadedSubscription] = await Promise.all([
    externalId
      ? customersLockedAgainstErasure.byExternalId(db, externalId)
      : id
        ? customersLockedAgainstErasure.byId(db, id)
        : undefined,
    plan?.id ? findPlan(context, plan.id) : undefined,
    subscription?.id ? loadSubscription(db, subscription.id) : undefined,
  ])
  const isMissing = externalId && loadedCustomer === undefined
  return { customer: isMissing ? null : loadedCustomer, plan: loadedPlan, subscription: loadedSubscription }
}

/** The time at which a session expires if it is opened or extended now. */
const expiryOf = (now: string, members: SessionMembers): string =>
  addSeconds(now, members.options?.expires_in ?? expiresInDefault)

/** The locale of answers to the merchant: the session's, or else English. */
const localeOf = (session: ClientSessionRow): string => session.members.options?.locale ?? 'en'

interface SessionToResolve {
  readonly session: ClientSessionRow
  /** The plan that the session already named, which may be archived by now. */
  readonly keptPlanId: string | null
  readonly loadedRows?: LoadedRows
}

/**
 * Resolves a session in the transaction that writes it. Throws if the session could never be paid, for example because its plan is archived
 * or its amount cannot be charged.
 */
export const resolvePayable = async (
  billing: Billing,
  call: CallerContext,
  { db, now }: Pick<Write, 'db' | 'now'>,
  { session, keptPlanId, loadedRows }: SessionToResolve,
): Promise<ResolvedSession> => {
  const known = { customers: customersLockedAgainstErasure, ...(loadedRows && { loadedRows }) }
  const context = { billing, db, organization: call.organization, now, ...known }
  const resolved = await resolveSession(context, session)
  if (resolved.customer) refuseErased(resolved.customer)
  const plan = session.members.plan?.id ? resolved.plan : undefined
  if (plan?.archivedAt && plan.id !== keptPlanId) {
    throw new Problem('plan_archived', `Plan ${plan.id} was archived at ${plan.archivedAt}.`)
  }
  refuseDiscount(resolved)
  await refuseImpossibleChange({ db }, resolved)
  const { customer, subscription } = session.members
  mergeMetadata(resolved.customer?.metadata ?? {}, customer?.metadata, 'body.customer.metadata')
  mergeMetadata(resolved.subscription?.metadata ?? {}, subscription?.metadata, 'body.subscription.metadata')
  if (resolved.quote) refuseUnpayableDue(billing, call.organization, { ...resolved, quote: resolved.quote })
  return resolved
}

/** Returns a session to the caller who opened or changed it, and stores the answer for retries of that request. */
const answerSession = async (
  billing: Billing,
  call: CallerContext,
  work: Write,
  resolved: ResolvedSession,
): Promise<ClientSession> => {
  const details = currencyDetailsOf(billing, call.organization, resolved, localeOf(resolved.session))
  const wire = presentClientSession(resolved, details)
  saveIdempotentResponse(work, call, wire)
  return wire
}

/** Changes an open session. Throws if the session is completed, expired or being paid. */
export const updateSession = (
  billing: Billing,
  call: CallerContext,
  id: string,
  body: SessionMembers,
): Promise<ClientSession> =>
  withTaxRates(billing, (rated) =>
    write(billing.database, call.organization.id, {
      // Statements run in order, so the payments are looked up only after the lock is held.
      load: (context) => Promise.all([lockClientSession(context, id), findUnfinishedPayment(context, id)]),
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
  refuseClosedSession(work, stored, unfinished)
  refuseDisallowedUrls(billing, call.organization, body)
  const merged = normalizeMembers(stored.members, body)
  const isSame = isSameSale(stored.members, merged)
  // If the shopper has turned the purchase into a plan change, the session becomes a purchase again when the merchant makes it sell
  // something else.
  const changesInstead = stored.changesInstead && isSame && body.subscription?.id === undefined
  const members = stored.changesInstead && !isSame ? withoutSubscription(stored.members, body) : merged
  const session: ClientSessionRow = {
    ...stored,
    members,
    changesInstead,
    quote: null,
    // A trial that was refused because of a card is allowed again for another sale; the payment checks the card again.
    trialRefused: stored.trialRefused && isSame,
    discountRefused: stored.discountRefused && isSame && body.discount === undefined,
    expiresAt: body.options?.expires_in === undefined ? stored.expiresAt : expiryOf(work.now, members),
    updatedAt: work.now,
  }
  const resolved = await resolvePayable(billing, call, work, { session, keptPlanId: stored.members.plan?.id ?? null })
  const { expiresAt, trialRefused, discountRefused } = session
  // A page that shows the session keeps its notice of withdrawal until it loads the session again.
  const shown = withdrawalNoticeShown({ ...resolved, session: stored }, call.organization.settings)
  const quote = quoteToStore(work.now, resolved, shown)
  const written = { quote, trialRefused, discountRefused, changesInstead, expiresAt, updatedAt: work.now }
  const changes = { members: JSON.stringify(members), ...written }
  work.update('clientSessions', { id }, changes)
  recordAudit(work, { object: id, before: stored.members, after: members })
  return answerSession(billing, call, work, resolved)
}

/** A session's members after a change, without the subscription that its shopper named. */
const withoutSubscription = (stored: SessionMembers, body: SessionMembers): SessionMembers =>
  normalizeMembers(normalizeMembers(stored, { subscription: { id: null } }), body)

/** Whether a session still sells the same plan and quantity to the same customer. */
const isSameSale = (one: SessionMembers, other: SessionMembers): boolean =>
  one.plan?.id === other.plan?.id &&
  one.plan?.quantity === other.plan?.quantity &&
  one.customer?.id === other.customer?.id &&
  one.customer?.external_id === other.customer?.external_id &&
  one.customer?.email === other.customer?.email

interface SessionChange {
  readonly id: string
  readonly body: SessionMembers
  /** The session, locked. */
  readonly stored: ClientSessionRow | undefined
  readonly unfinished: UnfinishedPayment | undefined
}
