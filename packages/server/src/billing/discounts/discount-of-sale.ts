import type { CheckoutPurpose, CurrencyCode, SessionMembers } from '@billing-checkout/contract'
import {
  type DiscountTerms,
  foldText,
  discountAppliesToPlan,
  type PlanTerms,
  type Timestamp,
} from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import type { ClientSessionRow, CustomerRow, DiscountRow, PlanRow, SubscriptionRow } from '../../store/rows.ts'
import { loadPlan } from '../../store/entities/plans.ts'
import { type DiscountRefusal, invalidDiscount } from './invalid-discount.ts'
import { countRedemptions } from './redemptions.ts'
import { discountAfterChange } from './discount-after-change.ts'

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

/** Looks up the discount that a sale names. Returns the reason if the discount cannot be redeemed. */
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
  if (row.archivedAt !== null) return refusalFor('archived', `${name} was archived at ${row.archivedAt}.`)
  if (row.startsAt !== null && now < row.startsAt)
    return refusalFor('not_started', `${name} begins at ${row.startsAt}.`)
  if (row.endsAt !== null && row.endsAt <= now) return refusalFor('ended', `${name} ended at ${row.endsAt}.`)
  if (row.maxRedemptions !== null && row.redeemed >= row.maxRedemptions)
    return refusalFor('used_up', `${name} is used up.`)
  if (!discountAppliesToPlan(row.plans, { id: plan.id, group: plan.planGroup }))
    return refusalFor('other_plan', `${name} is not for plan ${plan.id}.`)
  if (row.amountCurrency !== null && row.amountCurrency !== currency)
    return refusalFor('other_currency', `${name} takes off ${row.amountCurrency}, and the price is in ${currency}.`)
  return undefined
}

const refusalFor = (reason: DiscountRefusal['reason'], message: string): DiscountRefusal => ({ reason, message })

const refusalOfCustomer = async (
  db: OrganizationDatabase,
  row: DiscountRow,
  { customerId, email }: DiscountedSale,
): Promise<DiscountRefusal | undefined> => {
  if (row.maxPerCustomer === null) return undefined
  const count = await countRedemptions(db, row.id, { customerId, email, fingerprint: null })
  return count < row.maxPerCustomer
    ? undefined
    : refusalFor('used_up_by_customer', `The customer has redeemed discount ${row.id} as often as it allows.`)
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

/**
 * Adds a discount to the terms: the existing subscription's own discount, or for a new sale the discount that the session names. If the
 * named discount is refused, `refusal` is the reason.
 */
export const resolveDiscountedTerms = async (
  { db, now }: DiscountContext,
  { session, customer, plan, subscription, terms }: DiscountedView,
): Promise<{ readonly terms: PlanTerms; readonly refusal: DiscountRefusal | null }> => {
  const named = session.members.discount
  if (subscription !== undefined) {
    // If the shopper changes their existing subscription instead of buying, the named discount is ignored and not refused.
    const refusal = named == null || session.changesInstead ? null : existingSubscriptionRefusal
    return { terms: withDiscount(terms, await discountOnOther(db, subscription, plan)), refusal }
  }
  if (named == null) return { terms, refusal: null }
  if (session.discountRefused) return { terms, refusal: cardRefusal }
  const found = await discountOfSale(db, named, {
    plan,
    currency: terms.price.currency,
    customerId: customer?.id ?? null,
    email: session.members.customer?.email ?? customer?.email ?? null,
    now,
  })
  return 'refusal' in found
    ? { terms, refusal: found.refusal }
    : { terms: withDiscount(terms, found.discount), refusal: null }
}

/** The subscription's discount, as it applies to the quoted plan. */
const discountOnOther = async (
  db: OrganizationDatabase,
  { discount, planId }: SubscriptionRow,
  plan: PlanRow,
): Promise<DiscountTerms | null> =>
  discount === null || planId === plan.id ? discount : discountAfterChange(discount, await loadPlan(db, planId), plan)

const existingSubscriptionRefusal: DiscountRefusal = {
  reason: 'existing_subscription',
  message: 'A subscription that exists keeps its own discount.',
}

const cardRefusal: DiscountRefusal = {
  reason: 'used_up_by_customer',
  message: 'The card that was entered has redeemed this discount as often as it allows.',
}

interface DiscountContext {
  readonly db: OrganizationDatabase
  readonly now: Timestamp
}

interface DiscountedView {
  readonly session: Pick<ClientSessionRow, 'members' | 'changesInstead' | 'discountRefused'>
  readonly customer: Pick<CustomerRow, 'id' | 'email'> | undefined
  readonly subscription: SubscriptionRow | undefined
  readonly plan: PlanRow
  readonly terms: PlanTerms
}

/** Throws `discount_invalid` with the reason if the named discount cannot be redeemed. */
export const refuseDiscount = ({ discountRefusal }: { readonly discountRefusal: DiscountRefusal | null }): void => {
  if (discountRefusal !== null) throw invalidDiscount(discountRefusal)
}

/** Adds a discount to a plan's terms; without a discount, the terms stay as they are. */
export const withDiscount = (terms: PlanTerms, discount: DiscountTerms | null | undefined): PlanTerms =>
  discount == null ? terms : { ...terms, discount }

/** Whether a shopper may enter a discount code in a session: only if the merchant allows it and the session is for a purchase. */
export const allowsDiscountCodes = ({
  session,
  purpose,
}: {
  readonly session: Pick<ClientSessionRow, 'members'>
  readonly purpose: CheckoutPurpose | null
}): boolean => session.members.options?.allow_codes === true && (purpose === 'pay' || purpose === 'subscribe')
