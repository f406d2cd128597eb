import { declarationWork } from '../declarations/declaration-work.ts'
import { disputeWork } from '../disputes/ask-about-disputes.ts'
import { newsWork } from '../disputes/find-news.ts'
import { storedMethodWork } from '../disputes/refresh-methods.ts'
import { emailWork } from '../emails/send-emails.ts'
import { erasureWork } from '../erasure/finish-erasures.ts'
import { paymentLinkWork } from '../links/pause-links.ts'
import { type Work, workOf } from '../worklist/work.ts'
import { announcementWork } from '../notices/announce-charges.ts'
import { refundWork } from './ask-about-refunds.ts'
import { attemptWork } from '../attempts/complete-attempts.ts'
import { shopperTimeOutWork } from './expire-shopper-actions.ts'
import { processorErasureWork } from './forget-at-processors.ts'
import { renewalWork } from './process-due-subscriptions.ts'
import { pausedConnectionWork } from './probe-connections.ts'
import { bookedDayWork } from '../reconcile/days/reconcile-due-days.ts'
import { reconcileFirstWork } from '../reconcile/reconcile-connections.ts'
import { obligationWork } from './retry-obligations.ts'
import { noticeWork } from '../notices/send-notices.ts'
import { settlementWork } from './settle-payments.ts'
import { expiringCardWork } from '../notices/warn-of-expiring-cards.ts'
import { webhookEndpointWork } from './webhook-endpoint-work.ts'

/**
 * Every kind of due work. Jobs do each kind on their own. A move of the sandbox clock does those of the billing clock in this order: renewals
 * come last, because they begin new charges, and the outcomes of earlier charges must be known first.
 */
export const kindsOfWork: readonly Work[] = [
  shopperTimeOutWork,
  attemptWork,
  workOf(settlementWork),
  workOf(refundWork),
  newsWork,
  workOf(disputeWork),
  workOf(storedMethodWork),
  workOf(obligationWork),
  workOf(noticeWork),
  workOf(processorErasureWork),
  workOf(expiringCardWork),
  workOf(announcementWork),
  workOf(declarationWork),
  workOf(paymentLinkWork),
  workOf(emailWork),
  workOf(erasureWork),
  workOf(pausedConnectionWork),
  reconcileFirstWork,
  workOf(bookedDayWork),
  webhookEndpointWork,
  renewalWork,
]

/** The kinds of work that are due by the billing clock. A request that moves the sandbox clock runs these kinds itself. */
export const workOfBillingClock = kindsOfWork.filter(({ clock }) => clock === 'billing')
