import type { Plan } from '@billing-checkout/contract'
import type { OrganizationDatabase } from '../store/in-organization.ts'
import { loadPlanRows } from '../store/plans.ts'
import { presentPlan } from './present-plan.ts'

/** Plans as the interface shows them, in the order of the ids. */
export const loadPlans = async (db: OrganizationDatabase, ids: readonly string[]): Promise<readonly Plan[]> => {
  const rows = await loadPlanRows(db, ids)
  return ids
    .map((id) => rows.get(id))
    .filter((plan) => plan !== undefined)
    .map(presentPlan)
}
