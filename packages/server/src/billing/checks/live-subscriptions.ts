import { foldText } from '@billing-checkout/domain'
import type { OrganizationDatabase } from '../../store/in-organization.ts'

/** A query for the subscriptions to a plan that are not cancelled; the caller narrows it to somebody's. */
export const liveSubscriptions = (db: OrganizationDatabase, planId: string) =>
  db
    .selectFrom('subscriptions')
    .select(['id', 'status', 'customerId'])
    .where('planId', '=', planId)
    .where('status', '<>', 'cancelled')

/** A query for all customers of an e-mail address, in whatever case it is written. */
export const customersOfEmail = (db: OrganizationDatabase, email: string) =>
  db.selectFrom('customers').select('id').where('foldedEmail', '=', foldText(email))
