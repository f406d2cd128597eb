import type { Database } from '../../store/database.ts'

interface Organizations {
  readonly db: Database
  readonly organizationId: string
}

/** Subscriptions to a plan that are not cancelled; whose is for the caller to say. */
export const liveSubscriptions = ({ db, organizationId }: Organizations, planId: string) =>
  db
    .selectFrom('subscriptions')
    .select(['id', 'status', 'customerId'])
    .where('organizationId', '=', organizationId)
    .where('planId', '=', planId)
    .where('status', '<>', 'cancelled')

/** Everybody of an e-mail address, however it is written. */
export const customersOfEmail = ({ db, organizationId }: Organizations, email: string) =>
  db
    .selectFrom('customers')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('normalizedEmail', '=', email.toLowerCase())
