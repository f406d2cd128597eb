import type { Database } from '../../store/database.ts'

interface Organizations {
  readonly db: Database
  readonly organizationId: string
}

/** A query for the subscriptions to a plan that are not cancelled; the caller narrows it to somebody's. */
export const liveSubscriptions = ({ db, organizationId }: Organizations, planId: string) =>
  db
    .selectFrom('subscriptions')
    .select(['id', 'status', 'customerId'])
    .where('organizationId', '=', organizationId)
    .where('planId', '=', planId)
    .where('status', '<>', 'cancelled')

/** A query for all customers of an e-mail address, in whatever case it is written. */
export const customersOfEmail = ({ db, organizationId }: Organizations, email: string) =>
  db
    .selectFrom('customers')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('normalizedEmail', '=', email.toLowerCase())
