import { sql } from 'kysely'
import { askAboutDisputes } from '../disputes/ask-about-disputes.ts'
import { findNews } from '../disputes/find-news.ts'
import { refreshMethods } from '../disputes/refresh-methods.ts'
import { isNotDeferred } from '../worklist/defer-work.ts'
import { type Work, workOf } from '../worklist/worklist.ts'
import { askAboutRefunds } from './ask-about-refunds.ts'
import { processDueSubscriptions } from './process-due-subscriptions.ts'
import { obligationWork } from './retry-obligations.ts'
import { noticeWork } from './send-notices.ts'
import { settlementWork } from './settle-payments.ts'

/** What is done about due subscriptions. Servers do it for each connection apart. */
export const renewals: Work = {
  name: 'renewal',
  firstDue: sql`(select due_at from subscriptions where due_at is not null and ${isNotDeferred('renewal', 'subscriptions')}
    order by due_at limit 1)`,
  run: processDueSubscriptions,
}

/** Every kind of due work, in the order in which a round does them. */
export const kindsOfWork: readonly Work[] = [
  workOf(settlementWork),
  {
    name: 'refund',
    firstDue: sql`(select asks_at from accepted_refunds where asks_at is not null order by asks_at limit 1)`,
    run: (billing) => askAboutRefunds(billing),
  },
  {
    name: 'dispute',
    firstDue: sql`least((select asks_at from disputes where asks_at is not null order by asks_at limit 1),
      (select asks_at from payment_methods where asks_at is not null order by asks_at limit 1))`,
    run: async (billing, { moving }) => [
      ...(await findNews(billing, moving)),
      ...(await askAboutDisputes(billing)),
      ...(await refreshMethods(billing)),
    ],
  },
  workOf(obligationWork),
  workOf(noticeWork),
  renewals,
]
