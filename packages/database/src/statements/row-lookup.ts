import { toSnakeCase } from '../values/column-names.ts'

/** A query for the rows of one table whose columns equal given values. Its SQL is built once. */
export interface RowLookup<Row> {
  /** The SQL for one set of values. */
  readonly text: string
  /** The SQL for many sets of values. It takes an array for each column, and each row that it returns carries the `place` of its set. */
  readonly textOfMany: string
  readonly table: string
  readonly columns: readonly string[]
  /** Whether the lookup locks anything, such as the rows that it finds. */
  readonly locks: boolean
  /** Type information only; never set. */
  readonly row?: Row
}

/** Options of a lookup, in SQL with the database's own names. */
export interface LookupOptions {
  /** Types of the columns that are not text. */
  readonly types?: Readonly<Record<string, string>>
  readonly where?: string
  readonly orderBy?: string
  /** An expression evaluated for every row that is found; its value is discarded. */
  readonly perform?: string
  /** Locks the rows until the transaction ends, after waiting for transactions that hold their lock. */
  readonly lock?: 'wait'
}

/** Builds a lookup by columns of a table; table and columns are named as in the code. */
export const rowLookup = <Row>(
  table: string,
  columns: readonly string[],
  { types = {}, where, orderBy, perform, lock }: LookupOptions = {},
): RowLookup<Row> => {
  const typeOf = (column: string) => types[column] ?? 'text'
  const found = `found.*${perform === undefined ? '' : `, (${perform})::text as performed`}`
  const locking = lock === undefined ? '' : ' for update of found'
  const condition = (valueOf: (place: number) => string) =>
    [
      ...columns.map((column, index) => `found.${toSnakeCase(column)} = ${valueOf(index + 1)}`),
      ...(where === undefined ? [] : [where]),
    ].join(' and ')
  // The subselects hide the arrays' lengths. Otherwise PostgreSQL would estimate the number of rows from these lengths, make a new plan for
  // each length, and never reuse a plan.
  const arrays = columns.map((column, index) => `(select $${index + 1}::${typeOf(column)}[])`)
  const names = columns.map((_, index) => `value_${index + 1}`)
  const from = `${toSnakeCase(table)} as found`
  return {
    table,
    columns,
    locks: lock !== undefined || perform !== undefined,
    text: `select ${found} from ${from} where ${condition((place) => `$${place}`)}${
      orderBy === undefined ? '' : ` order by ${orderBy}`
    }${locking}`,
    textOfMany: `select asked.place::int, ${found} from unnest(${arrays.join(', ')}) with ordinality
      as asked (${[...names, 'place'].join(', ')}) join ${from} on ${condition((place) => `asked.value_${place}`)}
      order by ${['asked.place', ...(orderBy === undefined ? [] : [orderBy])].join(', ')}${locking}`,
  }
}
