import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { route } from '../../http/route.ts'
import { loadPlans } from '../../presenters/plans/load-plans.ts'
import { found } from '../found.ts'
import { inOrganization } from '../../store/in-organization.ts'

/** Answers GET /plans/{id}. */
export const findPlanRoute = ({ database }: Billing) =>
  route(operations.findPlan, async ({ params: { id }, call }) =>
    found(await loadPlans(inOrganization(database, call.organization.id), [id]), 'plan', id),
  )
