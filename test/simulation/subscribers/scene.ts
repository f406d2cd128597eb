import { createDiscount } from '#server/billing/discounts/create-discount.ts'
import { createPlan } from '#server/billing/plans/create-plan.ts'
import type { Chance } from '../chance.ts'
import { aCustomer, merchantCall } from '../shop.ts'
import type { World } from '../world.ts'
import type { Cause } from './cause.ts'
import { readWrittenBooks, type WrittenBooks } from './history.ts'
import { openExpectation, type Expectation } from './expectation.ts'
import { minimumChargeIn as smallestCharge, stepIn } from './naive-amounts.ts'
import type { SoldPlan } from './expected-subscription.ts'
import type { ExpectedDiscount } from './naive-discounts.ts'

/** What a world sells, to whom, and the expectations. */
export interface Scene {
  readonly world: World
  /** The plans, each in the smallest quantity in which it is sold. */
  readonly plans: readonly SoldPlan[]
  readonly discounts: readonly ExpectedDiscount[]
  readonly customers: readonly string[]
  readonly expectation: Expectation
  /** Whether the processor gives no outcome of charges. */
  readonly silence: { isSilent: boolean }
  /** What was in the books at the last look. */
  readonly written: WrittenBooks
  /** Records the cause of the transaction that was just committed. */
  note(cause: Cause): void
  /** Checks what was written in the last turn. Returns violations, a sentence each. */
  look(): Promise<readonly string[]>
}

const units = [
  { unit: 'days', count: 1 },
  { unit: 'days', count: 10 },
  { unit: 'months', count: 1 },
  { unit: 'months', count: 1 },
  { unit: 'months', count: 3 },
  { unit: 'years', count: 1 },
] as const

/** Currencies with two, no and three decimals, and one with steps. `worth` is an amount worth charging, in minor units. */
const currencies = [
  { currency: 'EUR', worth: 100 },
  { currency: 'JPY', worth: 200 },
  { currency: 'KWD', worth: 300 },
  { currency: 'LYD', worth: 1000 },
] as const

/** Opens a scene with plans in one currency, between which subscriptions can change, and one plan in another currency. */
export const openScene = async (
  world: World,
  days: readonly number[],
  silence: { isSilent: boolean },
): Promise<Scene> => {
  const { chance } = world
  const { currency, worth } = chance.pick(currencies)
  const other = currencies.find((it) => it.currency !== currency)!
  const plans: SoldPlan[] = []
  for (let number = 4; number > 0; number--) plans.push(await aPlan(world, currency, worth))
  plans.push(await aPlan(world, other.currency, other.worth))
  const discounts = await Promise.all(drawDiscounts(chance, plans).map((drawn) => aDiscount(world, currency, drawn)))
  const customers = [await aCustomer(world, '4242424242424242'), await aCustomer(world, '5555555555554444')]
  const expectation = openExpectation({ plans: byId(plans), discounts: byId(discounts), days })
  let cause: Cause = { kind: 'other' }
  let last = 0
  const scene = {
    world,
    plans,
    discounts,
    customers,
    expectation,
    silence,
    written: { subscriptions: [], payments: [], methods: [], credits: [], events: [] } as WrittenBooks,
    note(by: Cause) {
      cause = by
    },
    async look() {
      const by = cause
      cause = { kind: 'other' }
      if (!world.hasWritten()) return []
      scene.written = await readWrittenBooks(world, last)
      last = scene.written.events.at(-1)?.sequence ?? last
      return expectation.follow(scene.written, by, world.clock.billingNow())
    },
  }
  return scene
}

const aPlan = async (
  world: World,
  currency: (typeof currencies)[number]['currency'],
  worth: number,
): Promise<SoldPlan> => {
  const { chance, billing } = world
  const { unit, count } = chance.pick(units)
  const drawn = worth * (1 + chance.below(60)) + chance.below(100)
  const unitPrice = drawn - (drawn % stepIn(currency))
  const quantity = [1, 2, 1, 3][drawn % 4]!
  const quantityMax = quantity + [0, 0, 2, 4][drawn % 4]!
  const trial = chance.happens(0.4)
    ? {
        ...chance.pick([
          { unit: 'days', count: 7 },
          { unit: 'months', count: 1 },
        ] as const),
        price: chance.pick([0, worth]) * quantity,
      }
    : null
  const priced = (amount: number) => ({ default: { amount, currency }, countries: [] })
  const { id } = await createPlan(billing, merchantCall(world), {
    name: `${count} ${unit}`,
    type: 'recurring',
    interval: unit,
    interval_count: count,
    price: priced(unitPrice),
    ...(quantityMax > 1 && { quantity: { min: quantity, max: quantityMax } }),
    ...(trial && {
      trial_interval: trial.unit,
      trial_interval_count: trial.count,
      trial_price: priced(trial.price / quantity),
    }),
  })
  const price = unitPrice * quantity
  return { id, quantity, quantityMax, unit, count, price, currency, trial, smallest: smallestIn(world, currency) }
}

/**
 * A discount in percent, and a discount by an amount. Each is for one period, some periods or every period, and for all plans or only two.
 */
const drawDiscounts = (chance: Chance, plans: readonly SoldPlan[]): readonly Omit<ExpectedDiscount, 'id'>[] => {
  const [{ price, currency }] = plans as [SoldPlan, ...SoldPlan[]]
  const step = stepIn(currency)
  const amount = step * (1 + chance.below(Math.ceil(price / step)))
  return [{ hundredths: chance.pick([1000, 3333, 5000, 5000, 10_000]) }, { amount }].map((off) => ({
    off,
    left: chance.pick('hundredths' in off && off.hundredths === 10_000 ? [1, 2] : [1, 2, 3, null]),
    plans: chance.happens(0.3) ? plans.slice(0, 2).map(({ id }) => id) : [],
  }))
}

const aDiscount = async (
  world: World,
  currency: (typeof currencies)[number]['currency'],
  { off, left, plans }: Omit<ExpectedDiscount, 'id'>,
): Promise<ExpectedDiscount> => {
  const { id } = await createDiscount(world.billing, merchantCall(world), {
    name: 'Spring',
    ...('amount' in off ? { amount_off: { amount: off.amount, currency } } : { percent_off: off.hundredths / 100 }),
    ...(left === null
      ? { duration: 'forever' }
      : left === 1
        ? { duration: 'once' }
        : { duration: 'periods', periods: left }),
    ...(plans.length > 0 && { plans: [...plans] }),
  })
  return { id, off, left, plans }
}

const byId = <It extends { readonly id: string }>(all: readonly It[]): ReadonlyMap<string, It> =>
  new Map(all.map((it) => [it.id, it]))

/** The processor's minimum in a currency, otherwise half a US dollar; in minor units. */
const smallestIn = ({ billing }: World, currency: (typeof currencies)[number]['currency']): number => {
  const decimals = { EUR: 2, JPY: 0, KWD: 3, LYD: 3 }[currency]
  const perDollar = Number(billing.rates.latest(billing.wallClock(), billing.mode)!.perUsd[currency])
  return smallestCharge(currency) || Math.round(perDollar * 0.5 * 10 ** decimals)
}

/** An action of a shopper, a merchant, a bank or the processor; `key` identifies its requests. */
export type Action = (scene: Scene, key: string) => Promise<void>
