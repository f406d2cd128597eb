import type { Timestamp } from '@billing-checkout/domain'
import type { AttemptRow } from '../../store/rows.ts'
import { secondsAfter } from '../back-off.ts'

/** How long a shopper may take over what they have to do elsewhere: ten minutes from the moment they paid. */
export const actionSeconds = 600

/** Wall-clock time at which an attempt stops waiting for its shopper. */
export const actionEndsAt = ({ request }: AttemptRow): Timestamp => secondsAfter(request.openedAt, actionSeconds)
