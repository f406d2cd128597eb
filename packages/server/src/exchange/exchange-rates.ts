import type { RateTable, Timestamp } from '@billing-checkout/domain'
import { bundledRateTable } from './bundled-rate-table.ts'

/**
 * A source of exchange rates. An adapter guarantees positive rates per US dollar as decimal strings, the date and name of their source, and
 * that `latest` answers synchronously.
 */
export interface ExchangeRateSource {
  /**
   * Returns the latest table; in live mode `undefined` if the table's date is more than seven days before this wall-clock time, or more
   * than a day after it.
   */
  latest(wall: Timestamp, mode: 'sandbox' | 'live'): RateTable | undefined
}

const daysFreshInLive = 7

/** A source with a constant table. */
export const fixedRates = (table: RateTable): ExchangeRateSource => ({
  latest: (wall, mode) => (mode === 'sandbox' || isFresh(table, wall) ? table : undefined),
})

/** Whether a table is at most seven days old, and dated at most a day ahead, because a mistyped year must not keep rates fresh forever. */
const isFresh = ({ date }: RateTable, wall: Timestamp): boolean => {
  const ageDays = (Date.parse(wall) - Date.parse(date)) / 86_400_000
  return -1 <= ageDays && ageDays <= daysFreshInLive
}

/** The rates of one day that ship with the server; only for use without real money. */
export const bundledRates = (): ExchangeRateSource => fixedRates(bundledRateTable)
