import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { changeSubscription } from '../../billing/charge/change-subscription.ts'
import { route } from '../../http/route.ts'

/** Answers POST /subscriptions/schedule-cancel/{id}. */
export const scheduleCancellationRoute = (billing: Billing) =>
  route(operations.scheduleCancellation, ({ params, body, call }) =>
    changeSubscription(billing, call, params.id, {
      status: 'scheduled_for_cancellation',
      cause: { source: call.principal.kind === 'portal' ? 'portal' : 'merchant', ...body },
    }),
  )
