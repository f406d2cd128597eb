import type { Billing } from '../billing.ts'
import { askAboutDisputes } from '../disputes/ask-about-disputes.ts'
import { refreshMethods } from '../disputes/refresh-methods.ts'
import { findNews } from '../disputes/find-news.ts'
import { askAboutRefunds } from './ask-about-refunds.ts'
import { type Done, type DueWork, runWork } from './worklist.ts'
import { obligationWork } from './retry-obligations.ts'
import { noticeWork } from './send-notices.ts'
import { settlementWork } from './settle-payments.ts'
import { processDueSubscriptions } from './process-due-subscriptions.ts'

type RunDueWork = (billing: Billing, how: DueWork) => Promise<readonly Done[]>

/** Every kind of due work, in the order in which a round does them. */
export const kindsOfDueWork = {
  settlements: (billing) => runWork(billing, settlementWork),
  refunds: (billing) => askAboutRefunds(billing),
  disputes: async (billing, { moving }) => [
    ...(await findNews(billing, moving)),
    ...(await askAboutDisputes(billing)),
    ...(await refreshMethods(billing)),
  ],
  obligations: (billing) => runWork(billing, obligationWork),
  notices: (billing) => runWork(billing, noticeWork),
  renewals: (billing, how) => processDueSubscriptions(billing, how),
} as const satisfies Readonly<Record<string, RunDueWork>>

/** A kind of due work. */
export type KindOfDueWork = keyof typeof kindsOfDueWork

/**
 * Does one round of everything that is due by the billing clock and answers what was done; an empty list means that nothing is
 * due. When a kind of work cannot be taken up at all, the other kinds have their turn before that error is thrown. If `due` names
 * kinds, the others are skipped unless this round makes more work due.
 */
export const runDueWork = async (
  billing: Billing,
  how: DueWork,
  due?: ReadonlySet<KindOfDueWork>,
): Promise<readonly Done[]> => {
  const done: Done[] = []
  const troubles: unknown[] = []
  for (const [kind, run] of Object.entries(kindsOfDueWork) as [KindOfDueWork, RunDueWork][]) {
    if (due !== undefined && !due.has(kind) && !done.some((each) => makesDue(kind, each))) continue
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
 * Whether a piece of work makes another kind due at once: money that never came does, because what it paid for is owed again, and so
 * do a refund of such money that failed, and a dispute, which may end what it paid for or make a refund due that has waited. In the sandbox
 * a payment is disputed at the moment at which it is settled.
 */
const makesDue = (kind: KindOfDueWork, { what }: Done): boolean =>
  what === 'payment.failed' ||
  what === 'refund.failed' ||
  what.startsWith('dispute.') ||
  (kind === 'disputes' && what === 'payment.settled')
