import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { createPlan } from '../../billing/plans/create-plan.ts'
import { route } from '../../http/route.ts'

/** Answers POST /plans. */
export const createPlanRoute = (billing: Billing) =>
  route(operations.createPlan, ({ body, call }) => createPlan(billing, call, body))
