import { type ChangePreview, type operations, Problem } from '@billing-checkout/contract'
import { explainChange, mintId, required } from '@billing-checkout/domain'
import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type { CallerContext } from '../../organization/caller-context.ts'
import { presentQuote } from '../../presenters/sessions/present-quote.ts'
import { inOrganization } from '../../store/in-organization.ts'
import { loadSubscription } from '../../store/entities/subscriptions.ts'
import { readBillingClock } from '../../store/write.ts'
import type { Billing } from '../billing.ts'
import { hashOfPreview } from '../charge-input/previewed-quote.ts'
import { quoteLifetime } from '../quotes/freeze-quote.ts'
import { refuseSecondLive } from '../checks/refuse-double.ts'
import { refuseUnpayableDue } from '../checks/refuse-unpayable-due.ts'
import { refuseUntaxed } from '../checks/refuse-untaxed.ts'
import { quotedSubscription, resolveSession } from '../quotes/resolve-session.ts'
import { unsavedSession } from '../charge-input/unsaved-session.ts'
import { refuseChangeThatCannotBe } from './refuse-impossible-change.ts'

type PreviewBody = z.output<NonNullable<typeof operations.previewSubscription.body>>

/**
 * What a plan change would charge, quoted like the session and the charge that would make it, so that all three agree.
 * Its hash can be sent as `expected.quote` of the payment. Changes nothing.
 */
export const previewChange = async (
  billing: Billing,
  call: CallerContext,
  body: PreviewBody,
): Promise<ChangePreview> => {
  const db = inOrganization(billing.database, call.organization.id)
  const now = await readBillingClock(db)
  const subscription = await loadSubscription(db, body.subscription.id)
  if (subscription === undefined) throw new Problem('not_found', `There is no subscription ${body.subscription.id}.`)
  if (subscription.planId === body.plan.id) {
    throw new Problem('already_subscribed', `Subscription ${subscription.id} is on plan ${body.plan.id} already.`)
  }
  const session = unsavedSession({ organizationId: call.organization.id, now }, subscription.customerId, body)
  const view = await resolveSession({ billing, db, organization: call.organization, now }, session)
  const plan = required(view.plan, 'plan', body.plan.id)
  const terms = required(view.terms, 'terms of plan', plan.id)
  const quote = required(view.quote, 'quote of plan', plan.id)
  if (plan.archivedAt !== null) {
    throw new Problem('plan_archived', `Plan ${plan.id} was archived at ${plan.archivedAt}.`)
  }
  refuseChangeThatCannotBe(view)
  const { customerId, id } = subscription
  await refuseSecondLive(db, call.organization, {
    customerIds: [customerId],
    plan,
    subscriptionId: id,
  })
  const { draft } = quote
  refuseUntaxed(call.organization, quote.tax)
  refuseUnpayableDue(billing, call.organization, { purpose: 'change_plan', quote })
  const frozen = {
    id: mintId('quote', Date.parse(now), randomBytes(16)),
    at: now,
    expiresAt: quoteLifetime(now, subscription.currentPeriodEnd),
    basis: '',
  }
  const mode = body.subscription.proration_billing_mode ?? 'prorated_immediately'
  return {
    quote: presentQuote({ ...quote, hash: hashOfPreview(quote.hash, now) }, frozen),
    restarts_cycle: draft.restartsCycle,
    balance: draft.balance,
    steps: [
      ...explainChange({
        draft,
        terms,
        subscription: await quotedSubscription({ db, now }, subscription),
        mode,
      }),
    ],
  }
}
