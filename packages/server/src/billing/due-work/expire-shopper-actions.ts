import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { longestLease } from '../../processors/lease-seconds.ts'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import type { AttemptRow } from '../../store/rows.ts'
import { completeAttempt } from '../attempts/complete-attempts.ts'
import { actionEndsAt, actionSeconds } from '../attempts/wait-for-shopper.ts'
import type { Billing } from '../billing.ts'
import type { RunnableWork } from '../worklist/work.ts'
import { mapConcurrently } from '../worklist/worklist.ts'

const endOfWait = sql.raw(`payments.created_at + interval '${actionSeconds} seconds'`)

/** SQL for the next time at which an attempt's wait for its shopper ends; null if no such wait still runs. */
const nextEndOfWait = sql<Timestamp | null>`(select min(${endOfWait})
  from attempts join payments on payments.organization_id = attempts.organization_id and payments.id = attempts.payment_id
  where state = 'open' and action is not null
    and ${endOfWait} > (select billing_now()))`

/** SQL for whether an attempt's wait for its shopper has ended. */
const isWaitOver = sql<boolean>`exists (select
  from attempts join payments on payments.organization_id = attempts.organization_id and payments.id = attempts.payment_id
  where state = 'open' and action is not null and ${endOfWait} <= (select billing_now()))`

/**
 * Attempts that have waited for their shopper for ten minutes by the billing clock. Only a move of the sandbox clock runs this work,
 * because the move uses up the shopper's time even if only a moment has really passed. Without a move, these attempts are completed when
 * their leases expire. At each time at which the move stops, the processor is queried once for each attempt, even if it then gives no
 * outcome.
 */
export const shopperTimeOutWork: RunnableWork = {
  name: 'shopper_time_out',
  clock: 'billing',
  everySeconds: null,
  firstDueAt: nextEndOfWait,
  isDue: isWaitOver,
  // No job runs this work. Without a move of the clock, `attemptWork` counts these attempts as overdue when their leases have expired.
  overdueSeconds: () => sql`null::numeric`,
  oncePerMoment: true,
  run: async (billing, { isClockMoving, concurrency }) =>
    mapConcurrently(isClockMoving ? await takeOverTimedOut(billing) : [], concurrency, (attempt) =>
      completeAttempt({ ...billing, wallClock: () => actionEndsAt(attempt) }, attempt),
    ),
}

/** Takes over the attempts whose wait has ended and raises their fences, so that their former holders can no longer change anything. */
const takeOverTimedOut = ({ database, processors }: Billing): Promise<AttemptRow[]> =>
  acrossOrganizations(database, 'due work')
    .updateTable('attempts')
    .set({
      leaseUntil: sql<Timestamp>`(select lease_now()) + ${longestLease(processors, 3)} * interval '1 second'`,
      awaitsRetry: false,
      fence: sql<number>`fence + 1`,
    })
    .where('state', '=', 'open')
    .where('action', 'is not', null)
    .where(
      sql<boolean>`exists (select from payments where payments.organization_id = attempts.organization_id
        and payments.id = attempts.payment_id and ${endOfWait} <= (select billing_now()))`,
    )
    .returningAll()
    .execute()
