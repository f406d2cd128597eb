import type { Billing } from '#server/billing/billing.ts'
import { chanceOf } from '../chance.ts'
import type { LawName } from './law-names.ts'
import { laws } from './laws.ts'

/** The result of trying a law. */
export interface TriedLaw {
  readonly lives: number
  readonly seeds: number
  /** The violations, a sentence each, with the seed. */
  readonly broken: readonly string[]
}

/** If more seeds than this are drawn for each life, the law can be tried on too few of them and proves very little. */
const seedsPerLife = 4

/** Tries a law on `lives` lives, starting with a seed. */
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
