import { type RawBuilder, type Selectable, sql } from 'kysely'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import type { Database } from '../../store/database.ts'
import type { OwnedTable } from '../../store/schema/ownership.ts'
import type { Schema } from '../../store/schema/schema.ts'
import type { DueRow } from './worklist.ts'

/**
 * The members of a kind of work that load its rows from one table. A row contains its ids and these columns. The rows come in the order of
 * the due column. Rows that are due at the same time come in any order, or with `thenBy` in the order of their ids.
 */
export const rowsDueBy = <Table extends OwnedTable, Column extends keyof Selectable<Schema[Table]> & string = never>(
  table: Table,
  dueColumn: string,
  columns: readonly Column[] = [],
  thenBy?: 'id',
) => ({
  table,
  dueColumn,
  load: async (database: Database, where: RawBuilder<boolean>, limit: number) => {
    const rows: readonly unknown[] = await acrossOrganizations(database, 'due work')
      // Kysely cannot type a query of any table, so name one of them.
      .selectFrom(table as 'subscriptions')
      .select(['organizationId', 'id', ...(columns as readonly string[] as readonly 'id'[])])
      .where(where)
      .orderBy(sql.ref(`${table}.${dueColumn}`))
      .$if(thenBy !== undefined, (query) => query.orderBy('id'))
      .limit(limit)
      .execute()
    return rows as readonly (DueRow & Pick<Selectable<Schema[Table]>, Column>)[]
  },
})
