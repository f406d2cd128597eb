import type { CurrencyCode, SessionMembers } from '@billing-checkout/contract'
import { type DiscountTerms, foldText, isForPlan, type Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import type { DiscountRow, PlanRow } from '../../store/rows.ts'
import type { DiscountRefusal } from './invalid-discount.ts'
import { countRedemptions } from './redemptions.ts'

/** The sale in which a discount is to be redeemed. */
export interface DiscountedSale {
  readonly plan: Pick<PlanRow, 'id' | 'planGroup'>
  readonly currency: CurrencyCode
  readonly customerId: string | null
  readonly email: string | null
  readonly now: Timestamp
}

/** The discount of a sale, or the reason why the sale gets none. */
export type DiscountOfSale = { readonly discount: DiscountTerms } | { readonly refusal: DiscountRefusal }

/** Looks up the discount that a sale names. Returns the reason if it cannot be redeemed. */
export const discountOfSale = async (
  db: OrganizationDatabase,
  named: NonNullable<SessionMembers['discount']>,
  sale: DiscountedSale,
): Promise<DiscountOfSale> => {
  const row = await findDiscount(db, named)
  if (row === undefined) return { refusal: { reason: 'unknown', message: 'There is no such discount.' } }
  const refusal = refusalOf(row, sale) ?? (await refusalOfCustomer(db, row, sale))
  return refusal === undefined ? { discount: frozenTerms(row) } : { refusal }
}

const findDiscount = (
  db: OrganizationDatabase,
  { id, code }: NonNullable<SessionMembers['discount']>,
): Promise<DiscountRow | undefined> => {
  const discounts = db.selectFrom('discounts').selectAll()
  const found =
    id == null ? discounts.where(sql`fold_text(code)`, '=', foldText(code ?? '')) : discounts.where('id', '=', id)
  return found.executeTakeFirst()
}

const refusalOf = (row: DiscountRow, { plan, currency, now }: DiscountedSale): DiscountRefusal | undefined => {
  const name = `Discount ${row.id}`
  if (row.archivedAt !== null) return refuse('archived', `${name} was archived at ${row.archivedAt}.`)
  if (row.startsAt !== null && now < row.startsAt) return refuse('not_started', `${name} begins at ${row.startsAt}.`)
  if (row.endsAt !== null && row.endsAt <= now) return refuse('ended', `${name} ended at ${row.endsAt}.`)
  if (row.maxRedemptions !== null && row.redeemed >= row.maxRedemptions) return refuse('used_up', `${name} is used up.`)
  if (!isForPlan(row.plans, { id: plan.id, group: plan.planGroup }))
    return refuse('other_plan', `${name} is not for plan ${plan.id}.`)
  if (row.amountCurrency !== null && row.amountCurrency !== currency)
    return refuse('other_currency', `${name} takes off ${row.amountCurrency}, and the price is in ${currency}.`)
  return undefined
}

const refuse = (reason: DiscountRefusal['reason'], message: string): DiscountRefusal => ({ reason, message })

const refusalOfCustomer = async (
  db: OrganizationDatabase,
  row: DiscountRow,
  { customerId, email }: DiscountedSale,
): Promise<DiscountRefusal | undefined> => {
  if (row.maxPerCustomer === null) return undefined
  const count = await countRedemptions(db, row.id, { customerId, email, fingerprint: null })
  return count < row.maxPerCustomer
    ? undefined
    : refuse('used_up_by_customer', `The customer has redeemed discount ${row.id} as often as it allows.`)
}

/** The terms of a discount, as a sale freezes them. */
const frozenTerms = (row: DiscountRow): DiscountTerms => ({
  id: row.id,
  name: row.name,
  off:
    row.amountOff === null || row.amountCurrency === null
      ? { kind: 'percent', hundredths: row.percentHundredths ?? 0 }
      : { kind: 'amount', amount: row.amountOff, currency: row.amountCurrency },
  duration: row.duration,
  left: { once: 1, periods: row.periods, forever: null }[row.duration],
  plans: row.plans,
})
