import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { updatePlan } from '../../billing/plans/update-plan.ts'
import { route } from '../../http/route.ts'

/** Answers PATCH /plans/{id}. */
export const updatePlanRoute = (billing: Billing) =>
  route(operations.updatePlan, ({ params, body, call }) => updatePlan(billing, call, params.id, body))
