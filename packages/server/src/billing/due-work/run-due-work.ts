import type { Billing } from '../billing.ts'
import type { Work } from '../worklist/work.ts'
import type { CompletedWork, DueWork } from '../worklist/worklist.ts'
import { attemptCompleted } from '../attempts/complete-attempts.ts'
import { workOfBillingClock } from './kinds.ts'

/** The work of one round. */
export interface Round {
  readonly kinds?: readonly Work[]
  /** Names of the kinds to run; absent for all. A kind that is not named runs only if this round makes work of that kind due. */
  readonly due?: ReadonlySet<string> | undefined
}

/**
 * Runs one round of the work that is due by the billing clock and returns what was done; an empty list means that nothing is due. If a kind
 * of work fails as a whole, the other kinds still run before its error is thrown.
 */
export const runDueWork = async (
  billing: Billing,
  how: DueWork,
  { kinds = workOfBillingClock, due }: Round = {},
): Promise<readonly CompletedWork[]> => {
  const done: CompletedWork[] = []
  const troubles: unknown[] = []
  for (const { name, run } of kinds) {
    if (due !== undefined && !due.has(name) && !done.some((each) => makesDue(name, each))) continue
    try {
      done.push(...(await run(billing, how)))
    } catch (error) {
      troubles.push(error)
    }
  }
  if (troubles.length > 0) throw troubles[0]
  return done
}

/**
 * Whether completed work may make another kind of work due at once. A completed attempt may make any kind due. If a payment's money never
 * arrived, or if a refund failed, a purchase or a refund may be owed again. A dispute may end a subscription or make a waiting refund due.
 * In the sandbox, a payment may be disputed at the moment at which it settles.
 */
const makesDue = (name: string, { what }: CompletedWork): boolean =>
  what === attemptCompleted ||
  what === 'payment.failed' ||
  what === 'refund.failed' ||
  what.startsWith('dispute.') ||
  ((name === 'news' || name === 'dispute') && what === 'payment.settled')
