import type { Processor } from '@billing-checkout/server/processor'
import { bookedDay } from './booked-day.ts'
import { disputesOf, newsPage } from './disputes.ts'
import { type Entry, listed } from './entry.ts'
import type { Charge } from './facts-of.ts'

/** The processor's reports, including events that the server did not cause; each report is one page. */
export const reportsOf = (
  charges: ReadonlyMap<string, Charge>,
  entries: ReadonlyMap<string, Entry>,
): Pick<Processor, 'news' | 'disputes' | 'list' | 'reconcile'> => ({
  news: async (since, at) => newsPage(charges, entries, since, at),
  disputes: async (ids, at) => disputesOf(charges, at).filter(({ disputeId }) => ids.includes(disputeId)),
  list: async (since) => ({ transactions: [...entries.values()].flatMap((each) => listed(each, since)), next: null }),
  reconcile: async (day) => bookedDay(entries, day),
})
