import type { Timestamp } from './timestamp.ts'

/**
 * Whole seconds from one instant to another, negative if `to` is earlier. Both instants are rounded down to a second first, so that the
 * lengths of a period's parts sum to its length.
 */
export const secondsBetween = (from: Timestamp, to: Timestamp): number => secondOf(to) - secondOf(from)

const secondOf = (at: Timestamp): number => Math.floor(Date.parse(at) / 1000)
