import type { Billing } from './billing.ts'
import type { Done, DueWork } from './due-work.ts'
import { sendNotices } from './send-notices.ts'
import { settlePayments } from './settle-payments.ts'
import { workOffSubscriptions } from './work-off-subscriptions.ts'

/** Does one round of everything that the billing clock says is due. Answers what was done; nothing: nothing is due. */
export const runDueWork = async (billing: Billing, how: DueWork): Promise<readonly Done[]> => [
  ...(await settlePayments(billing)),
  ...(await sendNotices(billing)),
  ...(await workOffSubscriptions(billing, how)),
]
