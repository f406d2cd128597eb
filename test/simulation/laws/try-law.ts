import type { Billing } from '#server/billing/billing.ts'
import { chanceOf } from '../chance.ts'
import type { LawName } from './law-names.ts'
import { laws } from './laws.ts'

/** What a law was tried on. */
export interface TriedLaw {
  readonly lives: number
  readonly seeds: number
  /** A sentence each, with the seed that breaks it. */
  readonly broken: readonly string[]
}

/** At most so many seeds for each life: if more are drawn in vain, the law hardly says anything. */
const seedsPerLife = 4

/** Tries a law on so many lives, from a seed on. */
export const tryLaw = async (
  billing: Billing,
  name: LawName,
  { first, lives }: { readonly first: number; readonly lives: number },
): Promise<TriedLaw> => {
  const broken: string[] = []
  let tried = 0
  let seed = first
  for (; tried < lives; seed++) {
    if (seed - first > 20 + lives * seedsPerLife)
      throw new Error(`Only ${tried} of ${seed - first} lives say anything about ${name}.`)
    try {
      if (await laws[name](billing, chanceOf(seed))) tried += 1
    } catch (error) {
      tried += 1
      broken.push(
        `npm run simulate -- --law '${name}' --seed ${seed}\n${error instanceof Error ? error.message : String(error)}`,
      )
    }
  }
  return { lives: tried, seeds: seed - first, broken }
}
