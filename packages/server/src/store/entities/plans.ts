import type { PlanOffer } from '@billing-checkout/domain'
import { compiledForOrganizations, compiledForRow } from '../queries/compiled-once.ts'
import type { OrganizationDatabase } from '../in-organization.ts'
import { createFinder, lookup } from '../queries/lookup.ts'
import type { PlanRow } from '../rows.ts'

/** Loads one plan, archived or not; `undefined` if the organization has none with this id. */
export const loadPlan = compiledForRow((db: OrganizationDatabase, id: string) =>
  db.selectFrom('plans').selectAll().where('id', '=', id),
)

/** Finds one plan in a transaction that writes. */
export const findPlan = createFinder(lookup('plans', ['id']))

/** A plan's id, and the group of plans that are its alternatives. */
export type GroupedPlan = Pick<PlanRow, 'id' | 'planGroup'>

/** Returns the ids of a plan and of its alternatives. A customer with one of these plans has the product. */
export const alternativePlanIdsOf = async (
  db: OrganizationDatabase,
  { id, planGroup }: GroupedPlan,
): Promise<string[]> =>
  planGroup === null ? [id] : [...new Set([id, ...(await ofGroup(db, planGroup)).map((plan) => plan.id)])]

const ofGroup = compiledForOrganizations((db: OrganizationDatabase, group: string) =>
  db.selectFrom('plans').select('id').where('planGroup', '=', group),
)

/** A stored plan in the form that the pricing rules take. */
export const planOfferOf = (plan: PlanRow): PlanOffer => ({
  id: plan.id,
  name: plan.name,
  type: plan.type,
  interval: intervalOf(plan.intervalUnit, plan.intervalCount),
  price: plan.price,
  trial: trialOf(plan),
})

const trialOf = (plan: PlanRow): PlanOffer['trial'] => {
  const interval = intervalOf(plan.trialIntervalUnit, plan.trialIntervalCount)
  return interval && { interval, price: plan.trialPrice }
}

const intervalOf = (unit: PlanRow['intervalUnit'], count: number | null) =>
  unit === null ? null : { unit, count: count ?? 1 }
