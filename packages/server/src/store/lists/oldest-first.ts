import type { Timestamp } from '@billing-checkout/domain'

/** Returns a comparison that sorts rows by creation time, then by id. */
export const oldestFirst =
  <Row extends { readonly id: string }>(madeAt: (row: Row) => Timestamp) =>
  (one: Row, other: Row): number =>
    `${madeAt(one)} ${one.id}` < `${madeAt(other)} ${other.id}` ? -1 : 1
