import type { Billing } from './billing.ts'
import type { Done, DueWork } from './due-work.ts'
import { sendNotices } from './send-notices.ts'
import { settlePayments } from './settle-payments.ts'
import { workOffSubscriptions } from './work-off-subscriptions.ts'

/**
 * Does one round of everything that the billing clock says is due. Answers what was done; nothing: nothing is due. A kind
 * of work that cannot be taken up at all never keeps the others waiting: it is thrown when they have had their turn.
 */
export const runDueWork = async (billing: Billing, how: DueWork): Promise<readonly Done[]> => {
  const kinds = [settlePayments, sendNotices, (all: Billing) => workOffSubscriptions(all, how)]
  const done: Done[] = []
  const troubles: unknown[] = []
  for (const kind of kinds) {
    try {
      done.push(...(await kind(billing)))
    } catch (error) {
      troubles.push(error)
    }
  }
  if (troubles.length > 0) throw troubles[0]
  return done
}
