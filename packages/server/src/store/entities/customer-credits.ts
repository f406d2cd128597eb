import { sql } from 'kysely'
import { compiledForOrganizations } from '../queries/compiled-once.ts'
import type { OrganizationDatabase } from '../in-organization.ts'
import { lookup } from '../queries/lookup.ts'
import type { CustomerCreditRow } from '../rows.ts'

/** A customer's remaining credit from one source. */
export type CreditLeftRow = Pick<
  CustomerCreditRow,
  'id' | 'currencyCode' | 'sourceKind' | 'sourceId' | 'leftAmount' | 'taxRule'
>

/** Loads a customer's remaining credit in all currencies, the oldest first. */
export const loadCreditLeft = compiledForOrganizations((db: OrganizationDatabase, customerId: string) =>
  selectCreditLeft(db, customerId),
)

/** The query for a customer's remaining credit, the oldest first. */
export const selectCreditLeft = (db: OrganizationDatabase, customerId: string) =>
  db
    .selectFrom('customerCredits')
    .select(['id', 'currencyCode', 'sourceKind', 'sourceId', 'leftAmount', 'taxRule'])
    .where('customerId', '=', customerId)
    .where('leftAmount', '>', sql.lit(0))
    .orderBy('createdAt')
    .orderBy('id')

/**
 * The query that locks the credit that a payment or a change has spent or reserved. All transactions lock credit in the order of its
 * creation, so that they do not deadlock.
 */
export const selectCreditOfSpender = (db: OrganizationDatabase, spender: string) =>
  db
    .selectFrom('customerCredits')
    .select('id')
    .where('id', 'in', db.selectFrom('customerCreditUses').select('creditId').where('spender', '=', spender))
    .orderBy('createdAt')
    .orderBy('id')
    .forUpdate()

/** In a transaction that writes, looks up a customer's remaining credit, the oldest first. */
export const creditLeftOf = lookup('customerCredits', ['customerId'], {
  where: 'found.left_amount > 0',
  orderBy: 'found.created_at, found.id',
})
