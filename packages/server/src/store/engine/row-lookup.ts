import { inSnakeCase } from './in-snake-case.ts'

/** A question for the rows of one table whose columns equal the values it is asked with. Its texts are put together once. */
export interface RowLookup<Row> {
  /** Answers one question. */
  readonly text: string
  /** Answers many, each row with the `place` of its question; takes an array for each column. */
  readonly textOfMany: string
  readonly table: string
  readonly columns: readonly string[]
  /** Whether what is found, or something else, gets locked. */
  readonly locks: boolean
  /** Never there: what kind of row is answered. */
  readonly row?: Row
}

/** What a lookup does beside comparing columns; SQL, with the database's own names. */
export interface LookupOptions {
  /** Types of the columns that are not text. */
  readonly types?: Readonly<Record<string, string>>
  readonly where?: string
  readonly orderBy?: string
  /** Is computed for every row that is found, and forgotten. */
  readonly perform?: string
  /** Locks what is found until the transaction ends; `skip` passes over what somebody else has locked. */
  readonly lock?: 'wait' | 'skip'
}

/** A lookup by columns of a table, both named as in the code. */
export const rowLookup = <Row>(
  table: string,
  columns: readonly string[],
  { types = {}, where, orderBy, perform, lock }: LookupOptions = {},
): RowLookup<Row> => {
  const typeOf = (column: string) => types[column] ?? 'text'
  const found = `found.*${perform === undefined ? '' : `, (${perform})::text as performed`}`
  const locking = lock === undefined ? '' : ` for update of found${lock === 'skip' ? ' skip locked' : ''}`
  const condition = (valueOf: (place: number) => string) =>
    [
      ...columns.map((column, index) => `found.${inSnakeCase(column)} = ${valueOf(index + 1)}`),
      ...(where === undefined ? [] : [where]),
    ].join(' and ')
  const arrays = columns.map((column, index) => `$${index + 1}::${typeOf(column)}[]`)
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
