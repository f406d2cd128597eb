import type { Discount } from '@billing-checkout/contract'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import { oneOf } from '../../store/queries/one-of.ts'
import type { DiscountRow } from '../../store/rows.ts'

/** Discounts as the interface shows them, in the order of the ids. */
export const loadDiscounts = async (db: OrganizationDatabase, ids: readonly string[]): Promise<readonly Discount[]> => {
  const rows = await db.selectFrom('discounts').selectAll().where('id', '=', oneOf(ids)).execute()
  const byId = new Map(rows.map((row) => [row.id, presentDiscount(row)]))
  return ids.map((id) => byId.get(id)).filter((discount) => discount !== undefined)
}

/** A discount as the interface shows it. */
export const presentDiscount = (row: DiscountRow): Discount => ({
  id: row.id,
  name: row.name,
  code: row.code,
  percent_off: row.percentHundredths === null ? null : row.percentHundredths / 100,
  amount_off:
    row.amountOff === null || row.amountCurrency === null
      ? null
      : { amount: row.amountOff, currency: row.amountCurrency },
  duration: row.duration,
  periods: row.periods,
  plans: [...row.plans],
  max_redemptions: row.maxRedemptions,
  max_per_customer: row.maxPerCustomer,
  starts_at: row.startsAt,
  ends_at: row.endsAt,
  archived_at: row.archivedAt,
  redeemed: row.redeemed,
  created_at: row.createdAt,
  updated_at: row.updatedAt,
})
