import { secondsAfter, type Timestamp } from '@billing-checkout/domain'
import type { AttemptRow } from '../../store/rows.ts'

/** Seconds, counted from the start of the payment, in which the shopper must finish a bank's challenge or approve in a wallet. */
export const actionSeconds = 600

/** Wall-clock time at which an attempt stops waiting for its shopper. */
export const actionEndsAt = ({ request }: AttemptRow): Timestamp => secondsAfter(request.openedAt, actionSeconds)
