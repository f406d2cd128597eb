import { sql } from 'kysely'
import type { Billing } from '#server/billing/billing.ts'
import { moveClock } from '#server/billing/due-work/move-clock.ts'
import { createDiscount } from '#server/billing/discounts/create-discount.ts'
import { createPlan } from '#server/billing/plans/create-plan.ts'
import type { CallerContext } from '#server/organization/caller-context.ts'
import type { Organization } from '#server/organization/organization.ts'
import { processorsById } from '#server/processors/processors.ts'
import { copyTables, emptyTables, makeOrganization, restoreTables } from '../clean-slate.ts'
import { aCustomer, merchantCall } from '../shop.ts'
import { type Bank, openBank } from './bank.ts'

/** A plan for sale while a law is tried; amounts in minor units. */
export interface LawPlan {
  readonly unit: 'days' | 'months'
  readonly count: number
  readonly price: number
  readonly trial: { readonly days: number; readonly price: number } | null
  /** The only quantity in which the plan is sold, 1 if absent; the price and trial price are per unit. */
  readonly quantity?: number
}

/**
 * A discount while a law is tried: in hundredths of a percent or as an amount in minor units, for a number of periods. If `periods` is
 * null, the discount applies to every period.
 */
export interface LawDiscount {
  /** The positions in the shop of the plans to which the discount applies. If absent or empty, it applies to every plan. */
  readonly plans?: readonly number[]
  readonly hundredths?: number
  readonly amount?: number
  readonly periods: number | null
}

/** What a shop sells, to how many customers, and when it opens. */
export interface ShopTerms {
  readonly plans: readonly LawPlan[]
  /** Absent if the shop gives no discounts. */
  readonly discounts?: readonly LawDiscount[]
  readonly customers: number
  readonly currency: 'EUR' | 'JPY' | 'LYD'
  /** Whether tax of 19 % is added to the prices or included in them; absent if no tax is collected. */
  readonly tax?: 'exclusive' | 'inclusive'
  /** Milliseconds since 1970. */
  readonly startsAt: number
}

/** A shop on the real server. Its billing clock moves only when a law moves it. */
export interface LawShop {
  readonly billing: Billing
  readonly organization: Organization
  readonly bank: Bank
  /** Ids of the plans, in the order of the terms. */
  readonly plans: readonly string[]
  /** Ids of the discounts, in the order of the terms. */
  readonly discounts: readonly string[]
  readonly customers: readonly string[]
  readonly currency: ShopTerms['currency']
  call(): CallerContext
  /** The billing clock, in milliseconds since 1970. */
  now(): number
  /** Moves the billing clock like `POST /sandbox/clock`, doing everything that falls due. */
  moveTo(at: number): Promise<void>
  /** Sets the billing clock as though no server ran: nothing that falls due is done. */
  jumpTo(at: number): Promise<void>
  /**
   * Stores every row, the banks and the clock, and returns a function that restores all three. Only the latest stored state can be
   * restored.
   */
  remember(): Promise<() => Promise<void>>
}

const wallTime = '2026-03-01T10:00:00.000Z'

/** Empties the database and opens a shop in it. */
export const openLawShop = async (shared: Billing, terms: ShopTerms): Promise<LawShop> => {
  const { database } = shared
  await emptyTables(database)
  const taxes = terms.tax && { tax_registrations: [{ country: home, region: null, behavior: terms.tax }] }
  const organization = await makeOrganization(database, { ...settings, ...taxes }, Date.parse(wallTime))
  const bank = openBank(database)
  const billing = { ...shared, processors: processorsById(bank.processor), wallClock: () => wallTime }
  const call = () => merchantCall({ organization, billing })
  let now = 0
  const jumpTo = async (at: number) => {
    now = at
    await sql`update clock set frozen_at = ${new Date(at).toISOString()}, lease_frozen_at = ${wallTime},
      mover = null, mover_until = null`.execute(database)
  }
  await jumpTo(terms.startsAt)
  const plans: string[] = []
  for (const plan of terms.plans) plans.push(await sell(billing, call(), plan, terms.currency))
  const discounts: string[] = []
  for (const discount of terms.discounts ?? [])
    discounts.push(await give(billing, call(), discount, { plans, currency: terms.currency }))
  const customers: string[] = []
  for (let number = 1; number <= terms.customers; number++) {
    const world = { billing, organization, processor: bank.processor }
    customers.push(
      await aCustomer(world, '4242424242424242', { email: `customer-${number}@example.com`, country: home }),
    )
  }
  return {
    billing,
    organization,
    bank,
    plans,
    discounts,
    customers,
    currency: terms.currency,
    call,
    now: () => now,
    jumpTo,
    async moveTo(at) {
      await moveClock(billing, call(), { to: new Date(at).toISOString() })
      await jumpTo(at)
    },
    async remember() {
      await copyTables(database)
      const remembered = now
      const restoreBank = bank.remember()
      return async () => {
        await restoreTables(database)
        restoreBank()
        await jumpTo(remembered)
      }
    },
  }
}

/** Where all customers live. */
const home = 'DE'

const settings = {
  dunning_days: [0, 1, 3, 7, 14, 21, 30],
  three_d_secure: 'never',
  several_subscriptions: true,
  on_dispute: 'nothing',
}

const give = async (
  billing: Billing,
  call: CallerContext,
  { hundredths, amount, periods, plans: places = [] }: LawDiscount,
  { plans, currency }: Pick<LawShop, 'plans' | 'currency'>,
): Promise<string> => {
  const { id } = await createDiscount(billing, call, {
    name: 'Spring',
    plans: places.map((place) => plans[place]!),
    ...(hundredths !== undefined && { percent_off: hundredths / 100 }),
    ...(amount !== undefined && { amount_off: { amount, currency } }),
    ...(periods === null ? { duration: 'forever' } : { duration: 'periods', periods }),
  })
  return id
}

const sell = async (
  billing: Billing,
  call: CallerContext,
  { unit, count, price, trial, quantity }: LawPlan,
  currency: ShopTerms['currency'],
): Promise<string> => {
  const priced = (amount: number) => ({ default: { amount, currency }, countries: [] })
  const { id } = await createPlan(billing, call, {
    name: `${price} for ${count} ${unit}`,
    type: 'recurring',
    interval: unit,
    interval_count: count,
    price: priced(price),
    ...(quantity !== undefined && { quantity: { min: quantity, max: quantity } }),
    ...(trial && { trial_interval: 'days', trial_interval_count: trial.days, trial_price: priced(trial.price) }),
  })
  return id
}
