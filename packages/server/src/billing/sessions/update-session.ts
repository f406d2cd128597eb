import { type ClientSession, Problem, type SessionMembers } from '@billing-checkout/contract'
import type { CallerContext } from '../../organization/caller-context.ts'
import { recordAudit } from '../../store/audit/record-audit.ts'
import { lockClientSession } from '../../store/entities/client-sessions.ts'
import type { ClientSessionRow } from '../../store/rows.ts'
import { type Write, write } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'
import { withTaxRates } from '../tax/decide-tax.ts'
import { quoteToStore, noticeShown } from '../quotes/freeze-quote.ts'
import { refuseForeignWays } from '../hosted/refuse-foreign-ways.ts'
import { normalizeMembers } from './normalize-members.ts'
import { answerSession, expiryOf, resolvePayable } from './open-session.ts'
import { findUnfinished, refuseClosed, type UnfinishedPayment } from './refuse-unless-open.ts'

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
  refuseForeignWays(billing, call.organization, body)
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
  const shown = noticeShown({ ...resolved, session: stored }, call.organization.settings)
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

/** Whether a session still sells the same plan to the same customer. */
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
