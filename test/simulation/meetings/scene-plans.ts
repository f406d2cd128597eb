import { createPlan } from '#server/billing/plans/create-plan.ts'
import { merchantCall } from '../shop.ts'

/** Ids of the plans of every scene. */
export type Plans = Readonly<Record<'basic' | 'cheap' | 'dear' | 'dearest' | 'second' | 'oneOff' | 'tried', string>>

const prices = { basic: 10_000, cheap: 3000, dear: 15_000, dearest: 20_000, second: 7000, tried: 4000 } as const

/** Creates the plans that the scenes sell. One plan is sold in quantities, and another begins with a free trial. */
export const makePlans = async (world: Parameters<typeof merchantCall>[0]): Promise<Plans> => {
  const price = (amount: number) => ({ default: { amount, currency: 'EUR' as const }, countries: [] })
  const monthly = async (name: keyof typeof prices, more: object = {}) =>
    (
      await createPlan(world.billing, merchantCall(world), {
        name,
        type: 'recurring',
        interval: 'months',
        price: price(prices[name]),
        ...more,
      })
    ).id
  const oneOff = { name: 'Atlas', type: 'one-off', price: price(2500) } as const
  return {
    basic: await monthly('basic', { quantity: { min: 1, max: 5 } }),
    cheap: await monthly('cheap'),
    dear: await monthly('dear'),
    dearest: await monthly('dearest'),
    second: await monthly('second'),
    tried: await monthly('tried', { trial_interval: 'days', trial_interval_count: 14 }),
    oneOff: (await createPlan(world.billing, merchantCall(world), oneOff)).id,
  }
}
