import type { Billing } from '#server/billing/billing.ts'
import type { Chance } from '../chance.ts'
import { describeValue } from './describe-value.ts'
import type { LawShop } from './law-shop.ts'
import { readStatement, type Statement } from './statement.ts'

/**
 * Tries a law on one random life. Returns false if it could not be tried, for example because a change was refused. Throws if the law is
 * broken.
 */
export type Law = (billing: Billing, chance: Chance) => Promise<boolean>

/** Returns a violation if two amounts in minor units differ by more than `tolerance`. */
export const expectNear = (what: string, one: number, other: number, tolerance: number): string[] =>
  Math.abs(one - other) <= tolerance ? [] : [`${what}: ${one} and ${other}`]

/** If there are violations, throws an error with them and the `details` of the lives. */
export const throwBroken = (violations: readonly string[], ...details: readonly unknown[]): void => {
  if (violations.length === 0) return
  throw new Error([...violations, ...details.map(describeValue)].join('\n'))
}

/** Moves the clock one second past a customer's next charge, or past the period's end if there is none. */
export const moveToNextCharge = async (shop: LawShop, customer: string): Promise<Statement> => {
  const { next, end } = await readStatement(shop, customer)
  await shop.moveTo(Math.max(next ?? end, shop.now()) + 1000)
  return readStatement(shop, customer)
}

/** Whether an action was carried out, with or without a payment. */
export const wasCarriedOut = (carried: string): boolean =>
  ['done', 'SETTLING', 'SETTLED', 'AUTHORIZED'].includes(carried)
