import { operations, Problem } from '@billing-checkout/contract'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Billing } from '../billing/billing.ts'
import { changeSubscription } from '../billing/charge/change-subscription.ts'
import { startSubscription } from '../billing/charge/start-subscription.ts'
import { createRecoveryLink, answerRecoveryLinkAgain } from '../billing/links/recovery-links.ts'
import { changeOwnSubscription } from '../billing/portal/change-own-subscription.ts'
import { previewInPortal } from '../billing/portal/open-portal-checkout.ts'
import { previewChange } from '../billing/subscriptions/preview-change.ts'
import { route, type Route } from '../http/route.ts'
import { redactFor } from '../presenters/redaction/redact-for.ts'
import { listedSubscriptions } from '../presenters/subscriptions/listed-subscriptions.ts'
import { loadSubscriptions } from '../presenters/subscriptions/load-subscriptions.ts'
import { findPage } from '../store/lists/find-page.ts'
import { containsKeyword, customerIdByExternalId, whereEqual } from '../store/lists/list-query.ts'
import type { Schema } from '../store/schema/schema.ts'
import { findOne } from './find-one.ts'

const sorts = {
  created_at: 'createdAt',
  updated_at: 'updatedAt',
  next_billing_date: 'nextBillingDate',
  status: 'status',
} as const

/** The routes of operations on subscriptions. */
export const subscriptionRoutesOf = (billing: Billing): readonly Route[] => [
  route(operations.cancelSubscription, ({ params, body, call }) =>
    changeSubscription(billing, call, params.id, { status: 'cancelled', cause: { source: 'merchant', ...body } }),
  ),
  route(operations.findSubscription, ({ params, call }) =>
    findOne(billing, call, loadSubscriptions, 'subscription', params.id),
  ),
  route(operations.findSubscriptions, ({ query, call }) =>
    findPage(
      billing,
      call.organization.id,
      query,
      {
        table: 'subscriptions',
        sorts,
        unstableParameters: [
          'status',
          'status_in',
          'plan_id',
          'discount_id',
          'quantity',
          'scheduled_change',
          'external_id',
          'search',
        ],
        isTextSearch: Boolean(query.search),
        narrow: (rows) => {
          const {
            status,
            customer_id: customerId,
            external_id: externalId,
            plan_id: planId,
            discount_id: discountId,
          } = query
          const { quantity, search } = query
          let narrowed = whereEqual(rows, { status, customerId, planId })
          if (quantity !== undefined) narrowed = narrowed.where('quantity', '=', quantity)
          if (query.status_in) narrowed = narrowed.where('status', 'in', query.status_in)
          if (externalId !== undefined) narrowed = narrowed.where('customerId', '=', customerIdByExternalId(externalId))
          if (discountId !== undefined)
            narrowed = narrowed.where('discount', 'is not', null).where(sql`discount->>'id'`, '=', discountId)
          if (query.scheduled_change !== undefined)
            narrowed = narrowed.where('scheduledPlanId', query.scheduled_change === 'true' ? 'is not' : 'is', null)
          if (search) narrowed = narrowed.where(hasWords(search))
          return narrowed
        },
      },
      listedSubscriptions,
    ),
  ),
  route(operations.previewSubscription, ({ body, call }) =>
    call.principal.kind === 'portal' ? previewInPortal(billing, call, body) : previewChange(billing, call, body),
  ),
  route(operations.createSubscription, ({ body, call }) => startSubscription(billing, call, body)),
  route(
    operations.createRecoveryLink,
    ({ params, call }) => createRecoveryLink(billing, call, params.id),
    async (remembered, { call }) => answerRecoveryLinkAgain(billing, call, remembered),
  ),
  route(operations.scheduleCancellation, ({ params, body, call }) =>
    changeSubscription(billing, call, params.id, {
      status: 'scheduled_for_cancellation',
      cause: { source: call.principal.kind === 'portal' ? 'portal' : 'merchant', ...body },
    }),
  ),
  route(operations.updateSubscription, async ({ body, call }) => {
    const { principal } = call
    if (principal.kind === 'widget') {
      return redactFor(principal, await changeOwnSubscription(billing, call, principal.sessionId, body))
    }
    if (body.consent !== undefined) throw consentWithoutShopper()
    const { id, status, next_billing_date: nextBillingDate, payment_method_id: paymentMethodId } = body.subscription
    const undoesScheduled = body.subscription.scheduled_change === null
    if (principal.kind === 'portal')
      return changeSubscription(billing, call, id, { status, paymentMethodId, undoesScheduled, inPortal: true })
    const { plan, expected } = body
    return changeSubscription(billing, call, id, {
      plan,
      status,
      nextBillingDate,
      paymentMethodId,
      expected,
      atPeriodEnd: body.subscription.proration_billing_mode === 'at_period_end',
      undoesScheduled,
    })
  }),
]

/**
 * The condition that a subscription's id or its customer matches a text. Ids and customers are each found by their own index: with `or`
 * between them, PostgreSQL would read all subscriptions.
 */
const hasWords = (keyword: string) => (subscription: ExpressionBuilder<Schema, 'subscriptions'>) =>
  subscription('id', 'in', (found) =>
    found
      .selectFrom('subscriptions as named')
      .select('named.id')
      .where(containsKeyword('id', keyword))
      .union(
        found
          .selectFrom('customers')
          .innerJoin('subscriptions as theirs', (join) => join.onRef('theirs.customerId', '=', 'customers.id'))
          .select('theirs.id')
          .where(containsKeyword('foldedText', keyword)),
      ),
  )

/**
 * The refusal of a consent that no checkout sent, such as with an API key or from the dashboard. A consent receipt states what a shopper
 * saw at a checkout.
 */
const consentWithoutShopper = (): Problem => {
  const message =
    'consent is accepted only with a client token, because only a checkout shows the shopper what they agree to.'
  return new Problem('invalid_parameter', message, {
    details: [{ path: 'body.consent', code: 'invalid_value', message }],
  })
}
