import type { Billing } from '../billing.ts'
import type { CompletedWork, DueWork, Work } from '../worklist/worklist.ts'
import { kindsOfWork } from './kinds.ts'

/** What a round does. */
export interface Round {
  readonly kinds?: readonly Work[]
  /** Names of the kinds to run; absent for all. A kind that is not named runs only if this round makes work of that kind due. */
  readonly due?: ReadonlySet<string> | undefined
}

/**
 * Does one round of everything that is due by the billing clock and returns what was done; an empty list means that nothing is due. If a
 * kind of work fails as a whole, the other kinds still run before its error is thrown.
 */
export const runDueWork = async (
  billing: Billing,
  how: DueWork,
  { kinds = kindsOfWork, due }: Round = {},
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
 * Whether a finished piece of work makes work of another kind due immediately. Money that never arrived does, because its purchase is owed
 * again. So does a failed refund of such money. So does a dispute, which may end a subscription or make a waiting refund due. In the
 * sandbox, a payment is disputed at the time it settles.
 */
const makesDue = (name: string, { what }: CompletedWork): boolean =>
  what === 'payment.failed' ||
  what === 'refund.failed' ||
  what.startsWith('dispute.') ||
  ((name === 'news' || name === 'dispute') && what === 'payment.settled')
