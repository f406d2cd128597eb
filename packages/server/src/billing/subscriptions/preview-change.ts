import { randomBytes } from 'node:crypto'
import { type ChangePreview, Problem, type ProrationBillingMode, type SessionMembers } from '@billing-checkout/contract'
import {
  explainChange,
  type ExplainedStep,
  explainMove,
  mintId,
  required,
  type Timestamp,
} from '@billing-checkout/domain'
import type { BodyOf, CallerContext } from '../../organization/caller-context.ts'
import { presentQuote } from '../../presenters/sessions/present-quote.ts'
import { inOrganization } from '../../store/in-organization.ts'
import { loadSubscription } from '../../store/entities/subscriptions.ts'
import type { SubscriptionRow } from '../../store/rows.ts'
import { readBillingClock } from '../../store/writes/billing-clock.ts'
import type { Billing } from '../billing.ts'
import { hashWithQuoteTime, unsavedSession } from '../charge-input/unsaved-session.ts'
import { quoteValidUntil } from '../quotes/freeze-quote.ts'
import { refuseDuplicateSubscription } from '../checks/refuse-duplicate-purchase.ts'
import { refuseUnpayableDue } from '../checks/refuse-unpayable-due.ts'
import { refuseUnknownTax } from '../checks/refuse-unknown-tax.ts'
import {
  type QuoteContext,
  type ResolvedSession,
  resolveSession,
  type SessionQuote,
} from '../quotes/resolve-session.ts'
import { loadQuotedSubscription } from '../quotes/quoted-subscription.ts'
import { columnsAfterBillingDateMove } from './columns-after-billing-date-move.ts'
import { refuseImpossibleChange, refuseWhileRenewing } from '../checks/refuse-plan-change.ts'
import { isOtherPlanOrQuantity, type WantedPlan } from './plan-switch.ts'

type PreviewBody = BodyOf<'previewSubscription'>

/**
 * Quotes what a plan change or another next billing date would charge, and changes nothing. Sessions and charges use the same quote, so all
 * amounts agree. A payment for the plan change can send the quote's hash as `expected.quote`.
 */
export const previewChange = async (
  billing: Billing,
  call: CallerContext,
  { subscription: { id, next_billing_date: to, proration_billing_mode: mode }, plan }: PreviewBody,
): Promise<ChangePreview> => {
  const db = inOrganization(billing.database, call.organization.id)
  const context = { billing, db, organization: call.organization, now: await readBillingClock(db) }
  const subscription = await loadSubscription(db, id)
  if (subscription === undefined) throw new Problem('not_found', `There is no subscription ${id}.`)
  return to === undefined
    ? previewPlan(context, subscription, { wanted: required(plan, 'plan of the preview of', id), mode })
    : previewDate(context, subscription, to)
}

interface PreviewContext extends QuoteContext {
  readonly billing: Billing
}

const previewPlan = async (
  context: PreviewContext,
  subscription: SubscriptionRow,
  {
    wanted,
    mode = 'prorated_immediately',
  }: { readonly wanted: WantedPlan; readonly mode: ProrationBillingMode | undefined },
): Promise<ChangePreview> => {
  const { billing, db, organization } = context
  const { id, customerId } = subscription
  if (!isOtherPlanOrQuantity(subscription, wanted)) {
    throw new Problem('already_subscribed', `Subscription ${id} is already on plan ${wanted.id}.`)
  }
  const view = await quoteSubscription(context, subscription, {
    plan: wanted,
    subscription: { id, proration_billing_mode: mode },
  })
  const { plan, terms, quote } = view
  if (plan.archivedAt !== null && plan.id !== subscription.planId) {
    throw new Problem('plan_archived', `Plan ${plan.id} was archived at ${plan.archivedAt}.`)
  }
  await refuseImpossibleChange({ db }, view)
  if (mode === 'at_period_end') await refuseWhileRenewing(db, subscription)
  await refuseDuplicateSubscription(db, organization, { customerIds: [customerId], plan, subscriptionId: id })
  refuseUnknownTax(organization, quote.tax)
  refuseUnpayableDue(billing, organization, { purpose: 'change_plan', quote })
  const change = {
    draft: quote.draft,
    terms,
    subscription: await loadQuotedSubscription(context, subscription, plan),
    mode,
  }
  return presentPreview(context, subscription, quote, explainChange(change))
}

const previewDate = async (
  context: PreviewContext,
  subscription: SubscriptionRow,
  to: Timestamp,
): Promise<ChangePreview> => {
  const moved = {
    ...subscription,
    ...columnsAfterBillingDateMove(subscription, { now: context.now, to }),
  } as SubscriptionRow
  const { quote } = await quoteSubscription({ ...context, loadedRows: { subscription: moved } }, moved, {
    subscription: { id: moved.id },
  })
  refuseUnknownTax(context.organization, quote.tax)
  // The lines describe a checkout that verifies a method. Moving a date verifies none, so drop them.
  const draft = { ...quote.draft, lines: [] }
  const period = { start: moved.currentPeriodStart, from: subscription.currentPeriodEnd, to }
  return presentPreview(context, moved, { ...quote, draft }, explainMove(draft, period))
}

type QuotedView = ResolvedSession & {
  readonly [Part in 'plan' | 'terms' | 'quote']-?: NonNullable<ResolvedSession[Part]>
}

const quoteSubscription = async (
  context: PreviewContext,
  { id, customerId }: SubscriptionRow,
  members: Pick<SessionMembers, 'plan' | 'subscription'>,
): Promise<QuotedView> => {
  const session = unsavedSession({ organizationId: context.organization.id, now: context.now }, customerId, members)
  const { plan, terms, quote, ...view } = await resolveSession(context, session)
  return {
    ...view,
    plan: required(plan, 'plan of subscription', id),
    terms: required(terms, 'terms of subscription', id),
    quote: required(quote, 'quote of subscription', id),
  }
}

const presentPreview = (
  { now }: PreviewContext,
  { currentPeriodEnd, discount }: SubscriptionRow,
  quote: SessionQuote,
  steps: readonly ExplainedStep[],
): ChangePreview => {
  const { restartsCycle, balance } = quote.draft
  const frozen = {
    id: mintId('quote', Date.parse(now), randomBytes(16)),
    at: now,
    expiresAt: quoteValidUntil(now, currentPeriodEnd),
    basis: '',
  }
  return {
    quote: presentQuote({ ...quote, hash: hashWithQuoteTime(quote.hash, now) }, frozen),
    restarts_cycle: restartsCycle,
    balance,
    ended_discount: discount && !quote.discount ? { id: discount.id, name: discount.name } : null,
    steps: [...steps],
  }
}
