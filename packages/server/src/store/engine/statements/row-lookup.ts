import { inSnakeCase } from '../values/in-snake-case.ts'

/** A query for the rows of one table whose columns equal given values. Its texts are made once. */
export interface RowLookup<Row> {
  /** The text for one set of values. */
  readonly text: string
  /** The text for many sets of values; each row comes with the `place` of its set. It takes an array for each column. */
  readonly textOfMany: string
  readonly table: string
  readonly columns: readonly string[]
  /** Whether it locks the rows that it finds, or anything else. */
  readonly locks: boolean
  /** Never present; carries the type of the rows. */
  readonly row?: Row
}

/** What a lookup does in addition to comparing columns; SQL, with the database's own names. */
export interface LookupOptions {
  /** Types of the columns that are not text. */
  readonly types?: Readonly<Record<string, string>>
  readonly where?: string
  readonly orderBy?: string
  /** An expression that is computed for every row that is found; its value is dropped. */
  readonly perform?: string
  /** Locks the rows until the transaction ends, and waits for any transaction that holds their lock. */
  readonly lock?: 'wait'
}

/** A lookup by columns of a table, both named as in the code. */
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
      ...columns.map((column, index) => `found.${inSnakeCase(column)} = ${valueOf(index + 1)}`),
      ...(where === undefined ? [] : [where]),
    ].join(' and ')
  // PostgreSQL would see in the array itself how many rows to expect, find each number worth a plan of its own, and never keep one.
  const arrays = columns.map((column, index) => `(select $${index + 1}::${typeOf(column)}[])`)
  const names = columns.map((_, index) => `value_${index + 1}`)
  const from = `${inSnakeCase(table)} as found`
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
