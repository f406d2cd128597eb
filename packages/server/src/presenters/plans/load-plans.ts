import type { Plan } from '@billing-checkout/contract'
import { compiledForIds } from '../../store/queries/compiled-once.ts'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import { presentPlan, shownPlanColumns } from './present-plan.ts'

/** Plans as the interface shows them, in the order of the ids. */
export const loadPlans = async (db: OrganizationDatabase, ids: readonly string[]): Promise<readonly Plan[]> => {
  if (ids.length === 0) return []
  const rows = await findPlans(db, ids)
  const plans = new Map(rows.map((row) => [row.id, presentPlan(row)]))
  return ids.map((id) => plans.get(id)).filter((plan) => plan !== undefined)
}

const findPlans = compiledForIds((db: OrganizationDatabase, ids) =>
  db.selectFrom('plans').select(shownPlanColumns).where('id', '=', ids),
)
