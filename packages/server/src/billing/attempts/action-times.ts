import { secondsAfter, type Timestamp } from '@billing-checkout/domain'
import type { AttemptRow } from '../../store/rows.ts'

/** Seconds that a shopper has, from the moment they pay, to do what a bank or a wallet asks of them: ten minutes. */
export const actionSeconds = 600

/** Wall-clock time at which an attempt stops waiting for its shopper. */
export const actionEndsAt = ({ request }: AttemptRow): Timestamp => secondsAfter(request.openedAt, actionSeconds)
