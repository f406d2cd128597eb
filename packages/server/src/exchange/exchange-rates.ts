import type { RateTable, Timestamp } from '@billing-checkout/domain'

/**
 * Where exchange rates come from. An adapter guarantees: positive rates against the US dollar as decimal strings, the day
 * and the name of their source, and that `latest` answers at once.
 */
export interface RateSource {
  /**
   * The latest table; `undefined` in live mode when it is more than seven days old at this wall-clock time, or of a day that
   * has not begun anywhere on earth.
   */
  latest(wall: Timestamp, mode: 'sandbox' | 'live'): RateTable | undefined
}

const daysFreshInLive = 7

/** A source that always has the same table. */
export const fixedRates = (table: RateTable): RateSource => ({
  latest: (wall, mode) => (mode === 'sandbox' || isFresh(table, wall) ? table : undefined),
})

/**
 * Whether a table is of the last seven days. A day in the future is not fresh, because a mistyped year must not keep rates fresh
 * for ever.
 */
const isFresh = ({ date }: RateTable, wall: Timestamp): boolean => {
  const ageDays = (Date.parse(wall) - Date.parse(date)) / 86_400_000
  return -1 <= ageDays && ageDays <= daysFreshInLive
}
