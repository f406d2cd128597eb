import type { Plan } from '@billing-checkout/contract'
import { compiledForOrganizations } from '../../store/queries/compiled-once.ts'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import { oneOf } from '../../store/queries/one-of.ts'
import { presentPlan, shownOfPlan } from './present-plan.ts'

/** Plans as the interface shows them, in the order of the ids. */
export const loadPlans = async (db: OrganizationDatabase, ids: readonly string[]): Promise<readonly Plan[]> => {
  if (ids.length === 0) return []
  const rows = await findPlans(db, ids)
  const plans = new Map(rows.map((row) => [row.id, presentPlan(row)]))
  return ids.map((id) => plans.get(id)).filter((plan) => plan !== undefined)
}

const findPlans = compiledForOrganizations((db: OrganizationDatabase, ids: readonly string[]) =>
  db.selectFrom('plans').select(shownOfPlan).where('id', '=', oneOf(ids)),
)
