import { required } from '@billing-checkout/domain'
import { Problem, type Subscription } from '@billing-checkout/contract'
import type { CallerContext } from '../../organization/caller-context.ts'
import { lockClientSession } from '../../store/entities/client-sessions.ts'
import type { ShownQuote } from '../../store/schema/consents.ts'
import { type Write, write } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'
import { completeSessionOf } from '../sessions/complete-session.ts'
import { consentOfPayment, refuseWithoutConsent } from '../charge-input/consent-of-payment.ts'
import { refuseUnlessOpen } from '../sessions/refuse-unless-open.ts'
import { refuseChangeToDuplicate, refuseWhileRefunding } from '../checks/refuse-duplicate-purchase.ts'
import { refuseOtherAmount } from '../checks/refuse-other-amount.ts'
import { type ResolvedSession, resolveLockedSession } from '../quotes/resolve-session.ts'
import { columnsAfterFreeChange } from '../subscriptions/columns-after-free-change.ts'
import { withMetadata } from '../subscriptions/with-metadata.ts'
import { withTaxRates } from '../tax/decide-tax.ts'
import { refuseImpossibleChange, refuseWhilePaying } from '../checks/refuse-plan-change.ts'
import { decideRequestedChange, lockForChange, saveChange, type SubscriptionBody } from './requested-change.ts'

/**
 * Lets a checkout element resume its session's own subscription, or change its plan if nothing is due now. Each of these changes completes
 * the session. The element may make no other change.
 */
export const changeOwnSubscription = (
  billing: Billing,
  call: CallerContext,
  sessionId: string,
  body: SubscriptionBody,
): Promise<Subscription> =>
  withTaxRates(billing, (rated) =>
    write(billing.database, call.organization.id, (work) => changeBySession(rated, work, call, { sessionId, body })),
  )

const changeBySession = async (
  billing: Billing,
  work: Write,
  call: CallerContext,
  { sessionId, body }: { readonly sessionId: string; readonly body: SubscriptionBody },
): Promise<Subscription> => {
  const session = await lockClientSession(work, sessionId)
  if (session === undefined) throw new Problem('not_found', 'There is no such client session.')
  await refuseUnlessOpen(work, session)
  // A recovery link may be passed on to anyone, so its session only pays what is owed.
  if (session.hostedAs === 'recovery' || session.members.subscription?.id !== body.subscription.id)
    throw outsideSession()
  const subscription = await lockForChange(work, body.subscription.id)
  const view = await resolveLockedSession(
    { billing, db: work.db, organization: call.organization, now: work.now },
    session,
    subscription,
  )
  await refuseWhilePaying(work, subscription.id, {})
  const { purpose, plan, quote, terms } = view
  const resumes = purpose === 'resume' && body.subscription.status === 'active' && body.plan === undefined
  const changes = purpose === 'change_plan' && body.subscription.status === undefined && isPlanOf(view, body.plan)
  const { next_billing_date: date, scheduled_change: undo, proration_billing_mode: mode } = body.subscription
  const asksForMore = [date, undo, mode].some((member) => member !== undefined)
  if (!quote || !terms || asksForMore || !(resumes || (changes && quote.draft.dueNow.amount === 0)))
    throw outsideSession()
  if (changes) {
    await refuseImpossibleChange(work, view)
    refuseOtherAmount(body.expected, quote)
    await refuseChangeToDuplicate(work, call.organization, subscription, required(plan, 'plan', terms.id))
    await refuseWhileRefunding(work, subscription)
  }
  const columns = resumes
    ? await decideRequestedChange(work, call, subscription, { status: 'active' })
    : await columnsAfterFreeChange(work, subscription, { terms, sessionId }, quote)
  if (columns === 'charge') throw outsideSession()
  refuseWithoutConsent(body, view, call.organization)
  work.insert('freeChanges', {
    sessionId,
    subscriptionId: subscription.id,
    purpose: resumes ? 'resume' : 'change_plan',
    planId: terms.id,
    consent: JSON.stringify(consentOfPayment(body, { ...view, quote }, call)),
    quote: JSON.stringify({
      hash: quote.hash,
      withTrial: false,
      draft: quote.draft,
      later: quote.later,
      ...(quote.discount && { discount: quote.discount }),
    } satisfies ShownQuote),
    createdAt: work.now,
  })
  await completeSessionOf(work, session, subscription.customerId)
  const metadata = withMetadata(subscription, session.members.subscription?.metadata)
  return saveChange(work, call, subscription, { ...columns, ...metadata }, sessionId)
}

/** Whether a request names the session's plan and, if the request names a quantity, the session's quantity. */
const isPlanOf = ({ plan, terms }: ResolvedSession, named: SubscriptionBody['plan']): boolean =>
  named !== undefined && named.id === plan?.id && (named.quantity ?? terms?.quantity ?? 1) === (terms?.quantity ?? 1)

const outsideSession = (): Problem =>
  new Problem(
    'insufficient_permission',
    'A client token may resume or change, without a charge, its own subscription only.',
  )
