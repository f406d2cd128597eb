import { addInterval, type Timestamp } from '@billing-checkout/domain'

/** The rows whose source is more than `monthsMax` months old on a day. */
export const staleRows = <Row extends { readonly checked: string }>(
  rows: readonly Row[],
  day: string,
  monthsMax: number,
): readonly Row[] =>
  rows.filter(
    ({ checked }) => addInterval(`${checked}T00:00:00.000Z` as Timestamp, 'months', monthsMax).slice(0, 10) < day,
  )
