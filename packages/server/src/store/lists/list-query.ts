import { foldText, type Timestamp } from '@billing-checkout/domain'
import { expressionBuilder, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Schema } from '../schema/schema.ts'

/** The query parameters that every list has. */
export interface ListQuery {
  readonly limit?: number | undefined
  readonly page?: number | undefined
  readonly order?: 'asc' | 'desc' | undefined
  readonly sort?: string | undefined
  readonly snapshot_at?: Timestamp | undefined
  readonly search?: string | undefined
  readonly from?: Timestamp | undefined
  readonly to?: Timestamp | undefined
}

/** The tables that have a list. */
export type ListedTable =
  | 'clientSessions'
  | 'customers'
  | 'plans'
  | 'subscriptions'
  | 'payments'
  | 'paymentTexts'
  | 'paymentLinks'
  | 'discounts'
  | 'disputes'
  | 'webhookEndpoints'
  | 'webhookDeliveries'
  | 'auditTrail'
  | 'consents'
  | 'emails'
  | 'declarations'

/** Adds a list's own conditions to a query of its table. */
export type NarrowRows<Table extends ListedTable> = <Output>(
  rows: SelectQueryBuilder<Schema, Table, Output>,
) => SelectQueryBuilder<Schema, Table, Output>

/** How a list is sorted, narrowed and counted. */
export interface ListDefinition<Table extends ListedTable> {
  readonly table: Table
  /** The names that a caller may sort by besides the time of creation, and their columns. */
  readonly sorts?: Readonly<Record<string, keyof Schema[Table] & string>>
  readonly narrow: NarrowRows<Table>
  /**
   * Query parameters that an existing row can stop or start to match, or `anything` if a row can leave the list even without a parameter.
   * If a query has none of these parameters, a later total is an earlier one plus the number of rows added since.
   */
  readonly unstableParameters: readonly string[] | 'anything'
  /**
   * The rows that this list leaves out of a longer list. The total of this list is the stored total of the longer list minus the number of
   * these rows, so that not every row is counted.
   */
  readonly leavesOut?: OmittedRows<Table>
  /** Whether rows are found by a text search. The search has to find all of them for one page, so the same statement counts them. */
  readonly isTextSearch?: boolean
}

/** Rows that a list leaves out, and the full list. No row ever leaves the full list. */
export interface OmittedRows<Table extends ListedTable> {
  readonly narrow: NarrowRows<Table>
  readonly fullList: ListDefinition<Table>
  /** The parameters that turn a request for this list into one for the full list. */
  readonly query: Readonly<Record<string, string>>
}

/** Bounds of every list: its snapshot, and the creation times that it covers. */
export interface ListBounds extends Pick<ListQuery, 'from' | 'to'> {
  readonly snapshotAt: Timestamp | RawBuilder<Timestamp>
  readonly after?: Timestamp | undefined
}

/** Returns the condition that a row was made within the bounds. */
export const isCreatedWithin = ({ snapshotAt, after, from, to }: ListBounds) => {
  const conditions = [
    ...(after === undefined ? [] : [sql`created_at > ${after}`]),
    sql`created_at <= ${snapshotAt}`,
    ...(from === undefined ? [] : [sql`created_at >= ${from}`]),
    ...(to === undefined ? [] : [sql`created_at <= ${to}`]),
  ]
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/**
 * Returns the condition that a column of folded text contains a keyword in any case and spelling; `%` and `_` in the keyword match only
 * themselves. `keptAs` maps the keyword to the column's spelling, if that spelling is special.
 */
export const containsKeyword = (
  column: 'searchText' | 'foldedText' | 'id',
  keyword: string,
  keptAs = (text: string) => text,
) => sql<boolean>`${sql.ref(column)} like ${`%${keptAs(foldText(keyword)).replaceAll(/[\\%_]/g, '\\$&')}%`}`

/** Restricts a query to rows whose columns equal the values. A column whose value is `undefined` is not compared. */
export const whereEqual = <Table extends ListedTable, Output>(
  rows: SelectQueryBuilder<Schema, Table, Output>,
  values: { readonly [Column in keyof Schema[Table] & string]?: string | undefined },
): SelectQueryBuilder<Schema, Table, Output> =>
  Object.entries(values).reduce(
    (narrowed, [column, value]) =>
      value === undefined ? narrowed : narrowed.where(sql<boolean>`${sql.ref(column)} = ${value}`),
    rows,
  )

/** SQL for the id of the customer to whom the merchant gave this external id; null if there is none. */
export const customerIdByExternalId = (externalId: string) =>
  expressionBuilder<Schema>()
    .selectFrom('customers as known')
    .select('known.id')
    .where('known.externalId', '=', externalId)

/** SQL for the ids of the declarations that concern a subscription, a customer, or both. */
export const declarationIdsAbout = (values: {
  readonly customerId: string | undefined
  readonly subscriptionId: string | undefined
}) =>
  Object.entries(values).reduce(
    (rows, [column, value]) =>
      value === undefined ? rows : rows.where(sql<boolean>`${sql.ref(`effect.${column}`)} = ${value}`),
    expressionBuilder<Schema>().selectFrom('declarationEffects as effect').select('effect.declarationId'),
  )
