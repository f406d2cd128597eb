import { customers, paymentMethods, subscriptions } from './customer-lines.ts'
import { events } from './event-lines.ts'
import { payments, paymentTexts } from './payment-lines.ts'
import type { FilledShop, TableToFill } from './shop.ts'

/** The lines with which COPY fills a table for a shop. */
export interface LinesOfTable {
  readonly table: string
  readonly columns: string
  readonly count: number
  readonly lines: Iterable<string>
}

/** All tables except events. */
export const salesOf = (shop: FilledShop): readonly LinesOfTable[] => [
  ...[customers, paymentMethods, subscriptions].map((table) => linesOf(table, shop, shop.customers)),
  ...[payments, paymentTexts].map((table) => linesOf(table, shop, shop.payments)),
]

/** The table of events. */
export const eventsOf = (shop: FilledShop): readonly LinesOfTable[] => [linesOf(events, shop, shop.events)]

const linesOf = ({ table, columns, lineOf }: TableToFill, shop: FilledShop, count: number): LinesOfTable => ({
  table,
  columns,
  count,
  lines: numberedLines(count, lineOf(shop)),
})

function* numberedLines(count: number, lineOf: (n: number) => string): Iterable<string> {
  for (let n = 1; n <= count; n++) yield lineOf(n)
}
