import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import type { AttemptRow } from '../../store/rows.ts'
import type { Billing } from '../billing.ts'
import { completeAttempt } from './complete-attempts.ts'
import { longestLease } from '../../processors/lease-seconds.ts'
import { actionEndsAt, actionSeconds } from '../attempts/action-times.ts'

/**
 * Ends every attempt that has waited for its shopper for ten minutes of the billing clock. A move of the sandbox clock calls this, because
 * a move uses up the shopper's time even if only a moment has passed by the wall clock. Returns the number of attempts whose outcome is
 * now known.
 */
export const expireShopperActions = async (billing: Billing): Promise<number> => {
  let finished = 0
  for (const attempt of await takeOver(billing)) {
    const asIfWaited = { ...billing, wallClock: () => actionEndsAt(attempt) }
    if (await completeAttempt(asIfWaited, attempt)) finished += 1
  }
  return finished
}

const endOfWait = sql.raw(`payments.created_at + interval '${actionSeconds} seconds'`)

/** SQL for the earliest time at which an attempt's wait for its shopper ends; null if no attempt waits. */
export const nextEndOfWait = sql`(select min(${endOfWait})
  from attempts join payments on payments.organization_id = attempts.organization_id and payments.id = attempts.payment_id
  where state = 'open' and action is not null
    and ${endOfWait} > (select billing_now()))`

/** SQL for whether an attempt's wait for its shopper has ended. */
export const isWaitOver = sql<boolean>`exists (select
  from attempts join payments on payments.organization_id = attempts.organization_id and payments.id = attempts.payment_id
  where state = 'open' and action is not null and ${endOfWait} <= (select billing_now()))`

/** Takes these attempts over with a higher fence, so that their former holders can no longer change anything. */
const takeOver = ({ database, processors }: Billing): Promise<AttemptRow[]> =>
  acrossOrganizations(database, 'due work')
    .updateTable('attempts')
    .set({
      leaseUntil: sql<Timestamp>`(select lease_now()) + ${longestLease(processors, 3)} * interval '1 second'`,
      awaitsRetry: false,
      fence: sql<number>`fence + 1`,
    })
    .where('state', '=', 'open')
    .where('action', 'is not', null)
    .where((row) =>
      row.exists(
        row
          .selectFrom('payments')
          .whereRef('payments.organizationId', '=', 'attempts.organizationId')
          .whereRef('payments.id', '=', 'attempts.paymentId')
          .where(sql<boolean>`(${endOfWait} <= (select billing_now()))`),
      ),
    )
    .returningAll()
    .execute()
