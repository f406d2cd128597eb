import type { RateTable, Timestamp } from '@billing-checkout/domain'

/**
 * Where exchange rates come from. An adapter guarantees: positive rates against the US dollar as decimal strings, the day
 * and the name of their source, and that `latest` answers at once.
 */
export interface RateSource {
  /** The latest table; `undefined` in live mode when it is more than seven days old at this wall-clock time. */
  latest(wall: Timestamp, mode: 'sandbox' | 'live'): RateTable | undefined
}

const daysFreshInLive = 7

/** A source that always has the same table. */
export const fixedRates = (table: RateTable): RateSource => ({
  latest: (wall, mode) =>
    mode === 'sandbox' || Date.parse(wall) - Date.parse(table.date) <= daysFreshInLive * 86_400_000 ? table : undefined,
})
