import { foldText } from '@billing-checkout/domain'
import { oneOf } from '../../store/queries/one-of.ts'
import type { OrganizationDatabase } from '../../store/in-organization.ts'

/** A query for the subscriptions to any of these plans that are not cancelled. The caller restricts it to customers. */
export const liveSubscriptions = (db: OrganizationDatabase, planIds: readonly string[]) =>
  db
    .selectFrom('subscriptions')
    .select(['id', 'status', 'customerId', 'planId', 'priceCurrency', 'countryOfSale'])
    .where('planId', '=', oneOf(planIds))
    .where('status', '<>', 'cancelled')

/** A query for all customers with an e-mail address, ignoring case. */
export const customersOfEmail = (db: OrganizationDatabase, email: string) =>
  db.selectFrom('customers').select('id').where('foldedEmail', '=', foldText(email))
