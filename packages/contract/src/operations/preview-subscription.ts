import { z } from 'zod'
import { changePreview } from '../resources/change-preview.ts'
import { idInput } from '../resources/fields.ts'
import { prorationBillingModes } from '../vocabulary/plan-terms.ts'
import { operation } from './operation.ts'
import { none } from './parts.ts'

/** Says what a plan change would charge now and later, and why; changes nothing. */
export const previewSubscription = operation({
  name: 'previewSubscription',
  method: 'POST',
  path: '/subscriptions/preview',
  summary: 'Preview a plan change',
  section: 'decisions 4 and 7',
  callers: ['merchant'],
  scope: { resource: 'subscriptions', access: 'read' },
  params: none,
  query: none,
  body: z.strictObject({
    subscription: z.strictObject({ id: idInput, proration_billing_mode: z.enum(prorationBillingModes).optional() }),
    plan: z.strictObject({ id: idInput }),
  }),
  answer: changePreview,
  problems: ['not_found', 'plan_archived', 'already_subscribed', 'currency_mismatch', 'amount_below_minimum'],
})
