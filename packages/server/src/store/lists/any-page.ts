import { toSnakeCase, planEachTimeMark } from '@billing-checkout/database'
import type { Timestamp } from '@billing-checkout/domain'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { OrganizationDatabase } from '../in-organization.ts'
import type { Schema } from '../schema/schema.ts'
import { type ListDefinition, type ListedTable, type ListQuery, isCreatedWithin } from './list-query.ts'
import { type ListedRows, type LoadsByIds, joinSubqueries } from './listed-rows.ts'

/** A page of a list. `total` is set if the query counted all rows and the page is not empty. */
export interface ListPage<Item> {
  readonly items: readonly Item[]
  readonly total: number | undefined
}

/** A list as it was at a snapshot, narrowed to the rows that a query asks for. */
export interface SnapshotOfList<Table extends ListedTable> {
  readonly by: ListDefinition<Table>
  readonly query: ListQuery
  readonly snapshotAt: Timestamp
}

/** Counts the rows of a list: all of them, or those made after a time. */
export const countRows = async <Table extends ListedTable>(
  db: OrganizationDatabase,
  list: SnapshotOfList<Table>,
  after?: Timestamp,
): Promise<number> => {
  const counted = await rowsOf(db, list, after)
    .modifyFront(sql.raw(planEachTimeMark))
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return (counted as { readonly total: number }).total
}

/** Reads any page in one statement. If `counts` is set, the statement also counts the rows of all pages. */
export const readListPage = async <Table extends ListedTable, Item>(
  db: OrganizationDatabase,
  list: SnapshotOfList<Table>,
  shown: ListedRows<Item>,
  counts: boolean,
): Promise<ListPage<Item>> => {
  const ordered = orderOf(list).map(
    ([column, order]) => sql`${sql.ref(`listed.${toSnakeCase(column)}`)} ${sql.raw(order)}`,
  )
  const found = db
    .selectFrom(idsOf(db, list, counts).as('page'))
    .innerJoin(`${shown.table} as listed` as 'customers as listed', (join) => join.onRef('listed.id', '=', 'page.id'))
  const rows = await joinSubqueries(found, shown.lookups)
    .modifyFront(sql.raw(planEachTimeMark))
    .select(shown.column.as('shown'))
    .select('page.total')
    .orderBy(sql.join(ordered))
    .execute()
  return { items: rows.map((row) => shown.present(row.shown)), total: rows[0]?.total ?? undefined }
}

/** Reads a page whose items are loaded by their ids. */
export const readPageByIds = async <Table extends ListedTable, Item>(
  db: OrganizationDatabase,
  list: SnapshotOfList<Table>,
  load: LoadsByIds<Item>,
  counts: boolean,
): Promise<ListPage<Item>> => {
  const rows = await idsOf(db, list, counts).modifyFront(sql.raw(planEachTimeMark)).execute()
  const items = await load(
    db,
    rows.map(({ id }) => id),
  )
  return { items, total: rows[0]?.total ?? undefined }
}

interface FoundId {
  readonly id: string
  readonly total: number | null
}

const idsOf = <Table extends ListedTable>(db: OrganizationDatabase, list: SnapshotOfList<Table>, counts: boolean) => {
  const { limit = 100, page = 1 } = list.query
  const ids = rowsOf(db, list).select([
    sql<string>`id`.as('id'),
    (counts ? sql<number | null>`count(*) over ()` : sql<number | null>`null::bigint`).as('total'),
  ])
  return orderOf(list)
    .reduce((ordered, [column, order]) => ordered.orderBy(sql.ref(column), order), ids)
    .limit(limit)
    .offset((page - 1) * limit) as unknown as SelectQueryBuilder<Schema, Table, FoundId>
}

/** The columns that a page is ordered by. Rows with equal values are ordered by creation time, then by id. */
const orderOf = <Table extends ListedTable>({
  by: { sorts = {} },
  query: { sort = 'created_at', order = 'desc' },
}: SnapshotOfList<Table>) => {
  const sorted = sort in sorts && sort !== 'created_at' ? sorts[sort] : undefined
  return [...(sorted === undefined ? [] : [sorted]), 'createdAt', 'id'].map((column) => [column, order] as const)
}

const rowsOf = <Table extends ListedTable>(
  db: OrganizationDatabase,
  { by: { table, narrow }, query, snapshotAt }: SnapshotOfList<Table>,
  after?: Timestamp,
) =>
  // One builder serves all tables; Kysely's types cannot follow a table name that is itself a type parameter.
  narrow(db.selectFrom(table as 'customers') as unknown as SelectQueryBuilder<Schema, Table, object>).where(
    isCreatedWithin({ ...query, snapshotAt, after }),
  )
