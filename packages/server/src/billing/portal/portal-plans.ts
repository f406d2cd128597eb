import { Problem, type ProrationBillingMode } from '@billing-checkout/contract'
import { isQuantityAllowed, type QuantityRange, required } from '@billing-checkout/domain'
import type { Organization } from '../../organization/organization.ts'
import { effectiveSettings } from '../../organization/effective-settings.ts'
import { loadPlan } from '../../store/entities/plans.ts'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import type { PlanRow, SubscriptionRow } from '../../store/rows.ts'

/** For each of these plans, the other plans of its group that are for sale. A customer may change to them. */
export const loadPortalPlans = async (
  db: OrganizationDatabase,
  planIds: readonly string[],
): Promise<ReadonlyMap<string, readonly PlanRow[]>> => {
  if (planIds.length === 0) return new Map()
  const plans = await db
    .selectFrom('plans')
    .selectAll()
    .where('type', '=', 'recurring')
    .where(({ eb, or }) =>
      or([
        eb('id', 'in', planIds),
        eb('planGroup', 'in', (own) =>
          own.selectFrom('plans as own').select('own.planGroup').where('own.id', 'in', planIds),
        ),
      ]),
    )
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  const groupOf = new Map(plans.map(({ id, planGroup }) => [id, planGroup]))
  return new Map(
    planIds.map((id) => {
      const group = groupOf.get(id) ?? null
      const others = plans.filter((plan) => plan.id !== id && plan.archivedAt === null && plan.planGroup === group)
      return [id, group === null ? [] : others]
    }),
  )
}

/** The plans to which a customer may change from plan `id` and that are sold in `quantity` (the current or the chosen quantity). */
export const plansOfferedFrom = (
  plans: ReadonlyMap<string, readonly PlanRow[]>,
  id: string,
  quantity: number,
): readonly PlanRow[] => (plans.get(id) ?? []).filter((plan) => isQuantityAllowed(plan.quantity, quantity))

/** The ways to bill a plan change that charge for it immediately. Such a change also removes a requested end (DECISIONS 208). */
const immediateModes: ReadonlySet<ProrationBillingMode> = new Set(['prorated_immediately', 'full_immediately'])

/**
 * Whether a subscription's requested end allows a change to the wanted plan. A change that is charged immediately removes the end.
 * Otherwise, a change at the end of the period is refused, and a switch without a charge needs a plan with the same interval, because
 * another interval would move the end.
 */
export const canChangeBeforeEnd = (
  { requestedEndAt }: Pick<SubscriptionRow, 'requestedEndAt'>,
  { settings }: Pick<Organization, 'settings'>,
  { plan, wanted }: Readonly<Record<'plan' | 'wanted', Pick<PlanRow, 'intervalUnit' | 'intervalCount'>>>,
): boolean => {
  const { portal_changes: mode } = effectiveSettings(settings)
  if (requestedEndAt === null || immediateModes.has(mode)) return true
  const hasSameInterval = plan.intervalUnit === wanted.intervalUnit && plan.intervalCount === wanted.intervalCount
  return mode !== 'at_period_end' && hasSameInterval
}

/**
 * Whether a customer may revoke the scheduled change of a subscription. If the change is to another plan, the current plan must still be
 * offered.
 */
export const canUndoScheduledChange = (
  plans: ReadonlyMap<string, readonly PlanRow[]>,
  { planId, quantity, scheduledPlanId }: Pick<SubscriptionRow, 'planId' | 'quantity' | 'scheduledPlanId'>,
): boolean =>
  scheduledPlanId === planId ||
  (scheduledPlanId !== null && plansOfferedFrom(plans, scheduledPlanId, quantity).some(({ id }) => id === planId))

/** The statuses in which the portal offers another plan. */
export const statusesChangeableInPortal: ReadonlySet<SubscriptionRow['status']> = new Set(['trial', 'active'])

/**
 * Ways of billing a change that charge a customer for more units before they have them. If the merchant bills in any other way, the portal
 * offers no change of quantity, because customers could return units before they are charged.
 */
const prepaidModes: ReadonlySet<ProrationBillingMode> = new Set([
  'prorated_immediately',
  'full_immediately',
  'at_period_end',
])

const isPaidForUnits = (settings: Organization['settings']): boolean =>
  prepaidModes.has(effectiveSettings(settings).portal_changes)

/** The quantities to which a customer may change a subscription on its own plan; null if the portal offers no other quantity. */
export const quantitiesOffered = (
  { quantity: range, archivedAt }: Pick<PlanRow, 'quantity' | 'archivedAt'>,
  { quantity }: Pick<SubscriptionRow, 'quantity'>,
  { settings }: Pick<Organization, 'settings'>,
): QuantitiesOffered | null =>
  range === null ||
  archivedAt !== null ||
  (range.min === range.max && range.min === quantity) ||
  !isPaidForUnits(settings)
    ? null
    : { quantity, min: range.min, max: range.max }

/** The current quantity of a subscription, and the range in which its plan is sold. */
interface QuantitiesOffered extends QuantityRange {
  readonly quantity: number
}

/**
 * Refuses a plan or a quantity that the customer of a subscription may not change to now. The refusal does not reveal whether the plan
 * exists.
 */
export const refuseChangeNotOffered = async (
  db: OrganizationDatabase,
  organization: Organization,
  { id, planId, status, quantity }: Pick<SubscriptionRow, 'id' | 'planId' | 'status' | 'quantity'>,
  wanted: { readonly id: string; readonly quantity?: number | null | undefined },
): Promise<void> => {
  if (!statusesChangeableInPortal.has(status))
    throw new Problem('subscription_not_changeable', `Subscription ${id} is ${status}; its plan cannot change now.`)
  const isOtherQuantity = wanted.quantity != null && wanted.quantity !== quantity
  const isOffered =
    wanted.id === planId
      ? isOtherQuantity &&
        quantitiesOffered(
          required(await loadPlan(db, planId), 'plan of subscription', id),
          { quantity },
          organization,
        ) !== null
      : (!isOtherQuantity || isPaidForUnits(organization.settings)) &&
        plansOfferedFrom(await loadPortalPlans(db, [planId]), planId, wanted.quantity ?? quantity).some(
          (other) => other.id === wanted.id,
        )
  if (isOffered) return
  throw new Problem(
    'insufficient_permission',
    `Subscription ${id} can change to another quantity of its plan if that is for sale and your setting portal_changes charges for it, or to a plan of its group that is sold in the quantity.`,
  )
}
