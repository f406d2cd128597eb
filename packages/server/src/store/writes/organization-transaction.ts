import type { OpenTransaction, StatementSender } from '@billing-checkout/database'
import type { Insertable, Selectable, Updateable } from 'kysely'
import { inOrganization, type OrganizationDatabase } from '../in-organization.ts'
import type { FindBy } from '../queries/lookup.ts'
import { isOwnedTable, type SchemaOfOrganization } from '../schema/ownership.ts'
import type { Schema } from '../schema/schema.ts'

/** An open transaction that finds, changes and creates only the rows of one organization. */
export interface OrganizationTransaction extends Pick<
  StatementSender<SchemaOfOrganization>,
  'send' | 'sendLast' | 'insert' | 'update'
> {
  readonly db: OrganizationDatabase
  readonly find: FindBy
  readonly organizationId: string
}

/** A transaction narrowed to one organization. */
export const narrowToOrganization = (
  { db, find, send, sendLast, insert, update }: OpenTransaction<Schema>,
  organizationId: string,
): OrganizationTransaction => ({
  db: inOrganization(db, organizationId),
  organizationId,
  find: (lookup, values) => find(lookup, isOwnedTable(lookup.table) ? [organizationId, ...values] : values),
  send,
  // Two organizations may use the same key for different rows, so the organization becomes part of the key.
  sendLast: (key, statement) => sendLast(`${organizationId}/${key}`, statement),
  insert: (table, row, explain) =>
    insert(
      table,
      (isOwnedTable(table) ? { ...row, organizationId } : row) as Insertable<Schema[typeof table]>,
      explain,
    ),
  update: (table, which, set) =>
    update(
      table,
      (isOwnedTable(table) ? { ...which, organizationId } : which) as unknown as Partial<
        Selectable<Schema[typeof table]>
      >,
      set as unknown as Updateable<Schema[typeof table]>,
    ),
})
