import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { previewInPortal } from '../../billing/portal/open-portal-checkout.ts'
import { previewChange } from '../../billing/subscriptions/preview-change.ts'
import { route } from '../../http/route.ts'

/** Answers POST /subscriptions/preview. */
export const previewSubscriptionRoute = (billing: Billing) =>
  route(operations.previewSubscription, ({ body, call }) =>
    call.principal.kind === 'portal' ? previewInPortal(billing, call, body) : previewChange(billing, call, body),
  )
