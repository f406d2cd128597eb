import { createPlan } from '#server/billing/plans/create-plan.ts'
import { aCustomer, merchantCall } from '../shop.ts'
import type { World } from '../world.ts'
import type { Cause } from './cause.ts'
import { readWritten, type Written } from './history.ts'
import { openExpectation, type Expectation } from './expectation.ts'
import { smallestIn as smallestCharge, stepIn } from './naive-amounts.ts'
import type { SoldPlan } from './expected-subscription.ts'

/** What is sold in a world, to whom, and what is expected of it. */
export interface Scene {
  readonly world: World
  readonly plans: readonly SoldPlan[]
  readonly customers: readonly string[]
  readonly expectation: Expectation
  /** Whether the processor says nothing about how charges ended. */
  readonly silence: { isSilent: boolean }
  /** What was written at the last look. */
  readonly written: Written
  /** Notes who made the transaction that was just committed. */
  note(cause: Cause): void
  /** Looks at what was written in the last turn; answers what is wrong with it, a sentence each. */
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

/** Currencies of two decimals, of none, of three and in steps, and a price that is worth charging in each. */
const currencies = [
  { currency: 'EUR', worth: 100 },
  { currency: 'JPY', worth: 200 },
  { currency: 'KWD', worth: 300 },
  { currency: 'LYD', worth: 1000 },
] as const

/** Opens a scene with plans in one currency, which can be changed into each other, and one in another. */
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
  const customers = [await aCustomer(world, '4242424242424242'), await aCustomer(world, '5555555555554444')]
  const expectation = openExpectation(new Map(plans.map((plan) => [plan.id, plan])), days)
  let cause: Cause = { kind: 'other' }
  let last = 0
  const scene = {
    world,
    plans,
    customers,
    expectation,
    silence,
    written: { subscriptions: [], payments: [], methods: [], credits: [], events: [] } as Written,
    note(by: Cause) {
      cause = by
    },
    async look() {
      const by = cause
      cause = { kind: 'other' }
      if (!world.hasWritten()) return []
      scene.written = await readWritten(world, last)
      last = scene.written.events.at(-1)?.sequence ?? last
      return expectation.follow(scene.written, by, world.billingNow())
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
  // The calculator knows only what the quantity costs together.
  const quantity = [1, 2, 1, 3][drawn % 4]!
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
    ...(quantity > 1 && { quantity: { min: quantity, max: quantity } }),
    ...(trial && {
      trial_interval: trial.unit,
      trial_interval_count: trial.count,
      trial_price: priced(trial.price / quantity),
    }),
  })
  return { id, unit, count, price: unitPrice * quantity, currency, trial, smallest: smallestIn(world, currency) }
}

/** Half a US dollar, or what the processor charges at least. */
const smallestIn = ({ billing }: World, currency: (typeof currencies)[number]['currency']): number => {
  const decimals = { EUR: 2, JPY: 0, KWD: 3, LYD: 3 }[currency]
  const perDollar = Number(billing.rates.latest(billing.wallClock(), billing.mode)!.perUsd[currency])
  return smallestCharge(currency) || Math.round(perDollar * 0.5 * 10 ** decimals)
}

/** One thing that a shopper, a merchant, a bank or the processor does; `key` marks the requests of it. */
export type Action = (scene: Scene, key: string) => Promise<void>
