import { declarationWork } from '../declarations/declaration-work.ts'
import { disputeWork } from '../disputes/ask-about-disputes.ts'
import { findNews } from '../disputes/find-news.ts'
import { storedMethodWork } from '../disputes/refresh-methods.ts'
import { emailWork } from '../emails/send-emails.ts'
import { linkWork } from '../links/pause-links.ts'
import { type Work, workOf } from '../worklist/worklist.ts'
import { announcementWork } from '../notices/announce-charges.ts'
import { refundWork } from './ask-about-refunds.ts'
import { processorErasureWork } from './forget-at-processors.ts'
import { processDueSubscriptions } from './process-due-subscriptions.ts'
import { obligationWork } from './retry-obligations.ts'
import { noticeWork } from '../notices/send-notices.ts'
import { settlementWork } from './settle-payments.ts'
import { firstDueSubscription } from './take-due-subscriptions.ts'
import { expiringCardWork } from '../notices/warn-of-expiring-cards.ts'

/** The renewal, end or other processing of due subscriptions. Servers do it separately for each connection. */
export const renewals: Work = {
  name: 'renewal',
  firstDue: firstDueSubscription,
  run: processDueSubscriptions,
}

const disputes = workOf(disputeWork)

/** Every kind of due work, in the order in which a round does them. */
export const kindsOfWork: readonly Work[] = [
  workOf(settlementWork),
  workOf(refundWork),
  {
    name: 'news',
    // While the sandbox clock is moved, processors have news at exactly the times at which disputes change.
    firstDue: disputes.firstDue,
    run: (billing, { moving }) => findNews(billing, moving),
  },
  disputes,
  workOf(storedMethodWork),
  workOf(obligationWork),
  workOf(noticeWork),
  workOf(processorErasureWork),
  workOf(expiringCardWork),
  workOf(announcementWork),
  workOf(declarationWork),
  workOf(linkWork),
  workOf(emailWork),
  renewals,
]

/** The names of all kinds whose rows may be deferred: due work, and attempts whose outcome is unknown. */
export const deferrableKinds: readonly string[] = [...kindsOfWork.map(({ name }) => name), 'attempt']
