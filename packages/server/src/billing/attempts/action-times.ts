import { secondsAfter, type Timestamp } from '@billing-checkout/domain'
import type { AttemptRow } from '../../store/rows.ts'

/** Seconds that a shopper has for what a bank or a wallet asks of them, from the moment they paid: ten minutes. */
export const actionSeconds = 600

/** Wall-clock time at which an attempt stops waiting for its shopper. */
export const actionEndsAt = ({ request }: AttemptRow): Timestamp => secondsAfter(request.openedAt, actionSeconds)
