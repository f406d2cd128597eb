import { attemptCompleted, attemptWork } from '../attempts/complete-attempts.ts'
import type { Billing } from '../billing.ts'
import { declarationWork } from '../declarations/receive-declaration.ts'
import { disputeWork } from '../disputes/query-disputes.ts'
import { newsWork } from '../disputes/import-processor-news.ts'
import { storedMethodWork } from '../disputes/refresh-methods.ts'
import { emailWork } from '../emails/send-emails.ts'
import { erasureWork } from '../erasure/erase-customer.ts'
import { paymentLinkWork } from '../links/pause-links.ts'
import { announcementWork } from '../notices/announce-charges.ts'
import { noticeWork } from '../notices/send-notices.ts'
import { expiringCardWork } from '../notices/warn-of-expiring-cards.ts'
import { bookedDayWork } from '../reconcile/days/reconcile-due-days.ts'
import { reconcileFirstWork } from '../reconcile/reconcile-connections.ts'
import { type RunnableWork, runnableWorkOf } from '../worklist/work.ts'
import type { CompletedWork, RoundOptions } from '../worklist/worklist.ts'
import { refundWork } from './query-refunds.ts'
import { shopperTimeOutWork } from './expire-shopper-actions.ts'
import { processorErasureWork } from './forget-at-processors.ts'
import { pausedConnectionWork } from './probe-connections.ts'
import { renewalWork } from './process-due-subscriptions.ts'
import { obligationWork } from './retry-obligations.ts'
import { settlementWork } from './settle-payments.ts'
import { webhookEndpointWork } from './webhook-endpoint-work.ts'

/**
 * Every kind of due work. Each kind has its own job, except that `attemptWork` has two, renewals have one job per connection, and
 * `shopperTimeOutWork` has none. A move of the sandbox clock runs the kinds of the billing clock in this order. Renewals come last, because
 * they begin new charges, and the outcomes of earlier charges must be known first.
 */
export const kindsOfWork: readonly RunnableWork[] = [
  shopperTimeOutWork,
  attemptWork,
  runnableWorkOf(settlementWork),
  runnableWorkOf(refundWork),
  newsWork,
  runnableWorkOf(disputeWork),
  runnableWorkOf(storedMethodWork),
  runnableWorkOf(obligationWork),
  runnableWorkOf(noticeWork),
  runnableWorkOf(processorErasureWork),
  runnableWorkOf(expiringCardWork),
  runnableWorkOf(announcementWork),
  runnableWorkOf(declarationWork),
  runnableWorkOf(paymentLinkWork),
  runnableWorkOf(emailWork),
  runnableWorkOf(erasureWork),
  runnableWorkOf(pausedConnectionWork),
  reconcileFirstWork,
  runnableWorkOf(bookedDayWork),
  webhookEndpointWork,
  renewalWork,
]

/** The kinds of work that are due by the billing clock. A request that moves the sandbox clock runs these kinds itself. */
export const workOfBillingClock = kindsOfWork.filter(({ clock }) => clock === 'billing')

/** Selects the kinds of work that one round runs. */
export interface RoundFilter {
  readonly kinds?: readonly RunnableWork[]
  /** Names of the kinds to run; absent for all. A kind that is not named runs only if this round makes work of that kind due. */
  readonly due?: ReadonlySet<string> | undefined
}

/**
 * Runs one round of work, by default of every kind that is due by the billing clock, and returns what was done; the list is empty if there
 * was nothing to do. If a kind of work fails as a whole, the other kinds still run before its error is thrown.
 */
export const runDueWork = async (
  billing: Billing,
  how: RoundOptions,
  { kinds = workOfBillingClock, due }: RoundFilter = {},
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
 * Whether completed work may make the kind of work `name` due immediately. A completed attempt may make any kind due. If a payment's money
 * never arrived, or if a refund failed, a purchase or a refund may be owed again. A dispute may end a subscription or make a waiting refund
 * due. In the sandbox, a payment may be disputed at the moment at which it settles.
 */
const makesDue = (name: string, { what }: CompletedWork): boolean =>
  what === attemptCompleted ||
  what === 'payment.failed' ||
  what === 'refund.failed' ||
  what.startsWith('dispute.') ||
  ((name === 'news' || name === 'dispute') && what === 'payment.settled')
