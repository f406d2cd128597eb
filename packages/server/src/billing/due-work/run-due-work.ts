import type { Billing } from '../billing.ts'
import type { Done, DueWork } from './due-work.ts'
import { retryObligations } from './retry-obligations.ts'
import { sendNotices } from './send-notices.ts'
import { settlePayments } from './settle-payments.ts'
import { processDueSubscriptions } from './process-due-subscriptions.ts'

type RunDueWork = (billing: Billing, how: DueWork) => Promise<readonly Done[]>

/** Every kind of due work, in the order in which one round does them. */
export const kindsOfDueWork = {
  settlements: (billing) => settlePayments(billing),
  obligations: (billing) => retryObligations(billing),
  notices: (billing) => sendNotices(billing),
  renewals: (billing, how) => processDueSubscriptions(billing, how),
} as const satisfies Readonly<Record<string, RunDueWork>>

/** A kind of due work. */
export type KindOfDueWork = keyof typeof kindsOfDueWork

/**
 * Does one round of everything that the billing clock says is due. Answers what was done; nothing: nothing is due. A kind
 * of work that cannot be taken up at all never keeps the others waiting: it is thrown when they have had their turn. Where `due` names
 * kinds, the others are left out: they find nothing, unless what was done just now makes more due.
 */
export const runDueWork = async (
  billing: Billing,
  how: DueWork,
  due?: ReadonlySet<KindOfDueWork>,
): Promise<readonly Done[]> => {
  const done: Done[] = []
  const troubles: unknown[] = []
  for (const [kind, run] of Object.entries(kindsOfDueWork) as [KindOfDueWork, RunDueWork][]) {
    if (due !== undefined && !due.has(kind) && !done.some(makesMoreDue)) continue
    try {
      done.push(...(await run(billing, how)))
    } catch (error) {
      troubles.push(error)
    }
  }
  if (troubles.length > 0) throw troubles[0]
  return done
}

/** Only money that never came makes other kinds of work due at once: what it paid for is owed again. */
const makesMoreDue = ({ what }: Done): boolean => what === 'payment.failed'
