import type { Plan } from '@billing-checkout/contract'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import { listedRows, type LoadsByIds, oncePerText } from '../../store/lists/listed-rows.ts'
import { compiledForIds } from '../../store/queries/compiled-once.ts'
import { rowInJson } from '../../store/queries/row-in-json.ts'
import { sortByIds } from '../load-by-ids.ts'
import { presentPlan, type ShownPlanRow, shownPlanColumns } from './present-plan.ts'

/** Plans as the interface shows them, in the order of the ids. */
export const loadPlans: LoadsByIds<Plan> = async (db, ids) =>
  ids.length === 0 ? [] : sortByIds(ids, (await findPlans(db, ids)).map(presentPlan))

const findPlans = compiledForIds((db: OrganizationDatabase, ids) =>
  db.selectFrom('plans').select(shownPlanColumns).where('id', '=', ids),
)

const plan = rowInJson<ShownPlanRow>('listed')(shownPlanColumns, ['updatedAt', 'archivedAt'])

/** Plans as lists show them. */
export const listedPlans = oncePerText(listedRows('plans', plan.values, (found) => presentPlan(plan.of(found))))
