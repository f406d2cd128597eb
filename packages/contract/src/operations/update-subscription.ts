import { z } from 'zod'
import { amount, currencyCode, idInput } from '../resources/fields.ts'
import { subscription } from '../resources/subscription.ts'
import { filledText } from '../resources/text.ts'
import { consentReceipt } from './consent-receipt.ts'
import { operation } from './operation.ts'
import { none } from './parts.ts'

/**
 * Switches a subscription's plan without a charge, changes its status, or both at once. Where its paid time is over it goes on
 * by a charge, for which a key needs `payments: write` as well.
 */
export const updateSubscription = operation({
  name: 'updateSubscription',
  method: 'PATCH',
  path: '/subscriptions',
  summary: 'Update a subscription; where that takes a charge, a key needs payments: write as well',
  section: 'interface 4.6, decisions 9',
  callers: ['merchant', 'widget'],
  scope: { resource: 'subscriptions', access: 'write' },
  params: none,
  query: none,
  body: z
    .strictObject({
      subscription: z.strictObject({
        id: idInput,
        status: z.enum(['active', 'cancelled', 'scheduled_for_cancellation']).optional(),
      }),
      plan: z.strictObject({ id: idInput }).optional(),
      expected: z.strictObject({ amount, currency: currencyCode, quote: filledText(200).optional() }).optional(),
      consent: consentReceipt
        .optional()
        .meta({ description: 'What the shopper agreed to. A client token always sends it, an API key never.' }),
    })
    .refine((body) => body.plan !== undefined || body.subscription.status !== undefined, {
      error: 'must name a new plan.id, a new subscription.status, or both',
      path: ['subscription'],
    }),
  answer: subscription,
  problems: ['not_found', 'plan_archived', 'subscription_not_changeable', 'currency_mismatch', 'payment_in_progress'],
})
