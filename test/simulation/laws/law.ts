import type { Billing } from '#server/billing/billing.ts'
import type { Chance } from '../chance.ts'
import { inWords } from './in-words.ts'
import type { LawShop } from './law-shop.ts'
import { readStatement, type Statement } from './statement.ts'

/**
 * Tries a law on one drawn life. Answers whether it could be tried: a life in which a change is refused says nothing. Throws if the
 * law is broken.
 */
export type Law = (billing: Billing, chance: Chance) => Promise<boolean>

/** Throws where two amounts in minor units differ by more than so many. */
export const expectNear = (what: string, one: number, other: number, tolerance: number): string[] =>
  Math.abs(one - other) <= tolerance ? [] : [`${what}: ${one} and ${other}`]

/** Throws a broken law with what the lives came to. */
export const throwBroken = (violations: readonly string[], ...told: readonly unknown[]): void => {
  if (violations.length === 0) return
  throw new Error([...violations, ...told.map(inWords)].join('\n'))
}

/** Moves the clock to a customer's next charge, and a bit further. */
export const toNextCharge = async (shop: LawShop, customer: string): Promise<Statement> => {
  const { next, end } = await readStatement(shop, customer)
  await shop.moveTo(Math.max(next ?? end, shop.now()) + 1000)
  return readStatement(shop, customer)
}

/** Whether a action was carried out, with money or without. */
export const wasDone = (carried: string): boolean => ['done', 'SETTLING', 'SETTLED', 'AUTHORIZED'].includes(carried)
