import { foldText, type Timestamp } from '@billing-checkout/domain'
import { expressionBuilder, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Schema } from '../schema/schema.ts'

/** The query members that every list has. */
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

/** The listed tables. */
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

/** Narrows a list's rows; given the table's builder, adds the list's own conditions. */
export type Narrow<Table extends ListedTable> = <Output>(
  rows: SelectQueryBuilder<Schema, Table, Output>,
) => SelectQueryBuilder<Schema, Table, Output>

/** What the paging of a list needs to know of its table. */
export interface ListedBy<Table extends ListedTable> {
  readonly table: Table
  /** The names that may be sorted by, and the columns they stand for. */
  readonly sorts: Readonly<Record<string, keyof Schema[Table] & string>>
  readonly narrow: Narrow<Table>
  /**
   * Query members whose match can change after a row was made, or `anything` when a row can leave the list even without them.
   * With none of them, a later total is an earlier one plus what was added since.
   */
  readonly changing: readonly string[] | 'anything'
  /**
   * The rows that the list leaves out, if it is a longer list without them. Its total is the other's stored total less theirs, so that not
   * every row is counted.
   */
  readonly leavesOut?: LeftOut<Table>
  /** Whether rows are found by their words. The search then finds all of them to give one page, and counts them in the same statement. */
  readonly byWords: boolean
}

/** Rows that a list leaves out, and the list of all, whose rows never leave it. */
export interface LeftOut<Table extends ListedTable> {
  readonly narrow: Narrow<Table>
  readonly among: ListedBy<Table>
  /** The parameters that request the full list, in addition to those that request this one. */
  readonly query: Readonly<Record<string, string>>
}

/** What every list's rows are narrowed by: the snapshot they are of, and the time they were made in. */
export interface Bounds extends Pick<ListQuery, 'from' | 'to'> {
  readonly snapshotAt: Timestamp | RawBuilder<Timestamp>
  readonly after?: Timestamp | undefined
}

/** The condition that a row was made within the bounds. */
export const madeWithin = ({ snapshotAt, after, from, to }: Bounds) => {
  const conditions = [
    ...(after === undefined ? [] : [sql`created_at > ${after}`]),
    sql`created_at <= ${snapshotAt}`,
    ...(from === undefined ? [] : [sql`created_at >= ${from}`]),
    ...(to === undefined ? [] : [sql`created_at <= ${to}`]),
  ]
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/**
 * A condition that a column of folded text contains a keyword, however it is written; `%` and `_` in it mean themselves. `keptAs`
 * says how the column spells its texts, if not as they are.
 */
export const containing = (
  column: 'searchText' | 'foldedText' | 'id',
  keyword: string,
  keptAs = (text: string) => text,
) => sql<boolean>`${sql.ref(column)} like ${`%${keptAs(foldText(keyword)).replaceAll(/[\\%_]/g, '\\$&')}%`}`

/** Narrows rows to those whose columns equal the values; a column without one is not looked at. */
export const whereEqual = <Table extends ListedTable, Output>(
  rows: SelectQueryBuilder<Schema, Table, Output>,
  values: { readonly [Column in keyof Schema[Table] & string]?: string | undefined },
): SelectQueryBuilder<Schema, Table, Output> =>
  Object.entries(values).reduce(
    (narrowed, [column, value]) =>
      value === undefined ? narrowed : narrowed.where(sql<boolean>`${sql.ref(column)} = ${value}`),
    rows,
  )

/** The id of the customer whom the merchant knows by an external id; null if there is none. */
export const customerKnownAs = (externalId: string) =>
  expressionBuilder<Schema>()
    .selectFrom('customers as known')
    .select('known.id')
    .where('known.externalId', '=', externalId)

/** The ids of the declarations that concern a subscription, a customer, or both. */
export const declarationsAbout = (values: {
  readonly customerId: string | undefined
  readonly subscriptionId: string | undefined
}) =>
  Object.entries(values).reduce(
    (rows, [column, value]) =>
      value === undefined ? rows : rows.where(sql<boolean>`${sql.ref(`effect.${column}`)} = ${value}`),
    expressionBuilder<Schema>().selectFrom('declarationEffects as effect').select('effect.declarationId'),
  )
