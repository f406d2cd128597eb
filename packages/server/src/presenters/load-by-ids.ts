import type { Selectable } from 'kysely'
import type { OrganizationDatabase } from '../store/in-organization.ts'
import type { LoadsByIds } from '../store/lists/listed-rows.ts'
import { oneOf } from '../store/queries/one-of.ts'
import type { Schema } from '../store/schema/schema.ts'

type ShownTable = 'auditTrail' | 'discounts' | 'disputes' | 'emails' | 'paymentLinks' | 'webhookDeliveries'

/** Loads rows of a table as the interface shows them, in the order of the ids. */
export const loadByIds =
  <Table extends ShownTable, Shown extends { readonly id: string }>(
    table: Table,
    present: (row: Selectable<Schema[Table]>) => Shown,
  ): LoadsByIds<Shown> =>
  async (db: OrganizationDatabase, ids) => {
    const rows = await db.selectFrom<ShownTable>(table).selectAll().where('id', '=', oneOf(ids)).execute()
    return sortByIds(ids, (rows as Selectable<Schema[Table]>[]).map(present))
  }

/** Items in the order of the ids; an id without an item is left out. */
export const sortByIds = <Item extends { readonly id: string }>(
  ids: readonly string[],
  items: readonly Item[],
): readonly Item[] => {
  const byId = new Map(items.map((item) => [item.id, item]))
  return ids.map((id) => byId.get(id)).filter((item) => item !== undefined)
}
