import { type Discount, Problem } from '@billing-checkout/contract'
import { isUniqueViolation } from '@billing-checkout/database/errors'
import type { BodyOf, CallerContext } from '../../organization/caller-context.ts'
import { presentDiscount } from '../../presenters/plans/present-discount.ts'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import { oneOf } from '../../store/queries/one-of.ts'
import type { DiscountRow } from '../../store/rows.ts'
import { newId } from '../../store/writes/new-id.ts'
import { write } from '../../store/writes/write.ts'
import { saveIdempotentResponse } from '../../store/requests/save-idempotent-response.ts'
import { invalidValue } from '../../reading/refuse-issues.ts'
import type { Billing } from '../billing.ts'

type DiscountBody = BodyOf<'createDiscount'>

/** Creates a discount. The amount or rate that it takes off never changes afterwards. */
export const createDiscount = (
  { database }: Pick<Billing, 'database'>,
  call: CallerContext,
  body: DiscountBody,
): Promise<Discount> =>
  write(database, call.organization.id, async (work) => {
    const plans = [...new Set(body.plans ?? [])]
    await refuseUnknownPlans(work.db, plans)
    const row: DiscountRow = {
      organizationId: work.organizationId,
      id: newId('disc', work),
      name: body.name,
      code: body.code ?? null,
      percentHundredths: body.percent_off == null ? null : Math.round(body.percent_off * 100),
      amountOff: body.amount_off?.amount ?? null,
      amountCurrency: body.amount_off?.currency ?? null,
      duration: body.duration,
      periods: body.periods ?? null,
      plans,
      maxRedemptions: body.max_redemptions ?? null,
      maxPerCustomer: body.max_per_customer ?? null,
      startsAt: body.starts_at ?? null,
      endsAt: body.ends_at ?? null,
      archivedAt: null,
      redeemed: 0,
      createdAt: work.now,
      updatedAt: work.now,
    }
    refuseEndBeforeStart(row)
    work.insert('discounts', { ...row, plans: JSON.stringify(plans) }, explainCodeTaken)
    const discount = presentDiscount(row)
    recordEvent(work, 'discount.created', discount)
    saveIdempotentResponse(work, call, discount)
    return discount
  })

/** Throws `not_found` if a plan does not exist. A plan group may be named before it exists. */
const refuseUnknownPlans = async (db: OrganizationDatabase, plans: readonly string[]): Promise<void> => {
  const ids = plans.filter((plan) => plan.startsWith('price_'))
  if (ids.length === 0) return
  const found = await db.selectFrom('plans').select('id').where('id', '=', oneOf(ids)).execute()
  const known = new Set(found.map(({ id }) => id))
  const unknown = ids.find((id) => !known.has(id))
  if (unknown !== undefined) throw new Problem('not_found', `There is no plan ${unknown}.`)
}

/** Turns the database's unique violation on a discount's code into an error that tells the merchant that another discount has this code. */
export const explainCodeTaken = (error: unknown): unknown =>
  isUniqueViolation(error, 'discounts_by_code')
    ? invalidValue('body.code', 'Another discount has this code, compared without case. Its code must be another.')
    : error

/** Throws if a discount would end before it starts. */
export const refuseEndBeforeStart = ({ startsAt, endsAt }: Pick<DiscountRow, 'startsAt' | 'endsAt'>): void => {
  if (startsAt === null || endsAt === null || startsAt < endsAt) return
  throw invalidValue('body.ends_at', `ends_at must be after starts_at ${startsAt}, got ${endsAt}.`)
}
