import { listedRows, oncePerText } from '../../store/lists/listed-rows.ts'
import { rowInJson } from '../../store/queries/row-in-json.ts'
import { presentPlan, type ShownPlanRow, shownPlanColumns } from './present-plan.ts'

const plan = rowInJson<ShownPlanRow>('listed')(shownPlanColumns, ['updatedAt', 'archivedAt'])

/** Plans as lists show them. */
export const listedPlans = oncePerText(listedRows('plans', plan.values, (found) => presentPlan(plan.of(found))))
