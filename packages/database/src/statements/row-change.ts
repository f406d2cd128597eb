import { required } from '@billing-checkout/domain'
import { CompiledQuery, type Kysely } from 'kysely'

/**
 * A statement that writes rows of one table. Its shape determines its SQL text; its values determine which rows it writes, and what it
 * writes into them.
 */
export interface RowChange {
  readonly table: string
  /** The number of new rows; 0 for an update. */
  readonly newRows: number
  /** Changes with the same shape have the same text. */
  readonly shape: string
  readonly values: readonly unknown[]
  readonly build: () => CompiledQuery
  /**
   * Merges this change with the next change of the same table: insertions of the same shape into one insertion, or updates of the same rows
   * into one update. Returns `undefined` if one statement cannot make both changes. Merging keeps the order of new rows. Without it,
   * PostgreSQL may run several insertions of one statement in any order.
   */
  readonly mergedWith: (next: RowChange) => RowChange | undefined
  /** For an update: which rows it changes, and the new values. Absent for new rows. */
  readonly updated?: { readonly which: Columns; readonly set: Columns }
}

/** A database without typed tables: the types were checked where code called `insert` and `update`. */
export type StatementBuilder = Kysely<Record<string, Columns>>

type Columns = Readonly<Record<string, unknown>>

/** A new row. Columns that are `undefined` keep their default. */
export const insertionOf = (db: StatementBuilder, table: string, row: Columns): RowChange => {
  const given = withoutUndefined(row)
  const shape = `insert ${table} ${Object.keys(given).join()}`
  return rowsOf(
    { table, shape, values: Object.values(given), build: () => db.insertInto(table).values(given).compile() },
    1,
  )
}

type NewRows = Pick<RowChange, 'table' | 'shape' | 'values' | 'build'>

/** New rows of the same shape; `build` makes the statement for one row. */
const rowsOf = (rows: NewRows, newRows: number): RowChange => ({
  ...rows,
  newRows,
  shape: newRows === 1 ? rows.shape : `${rows.shape} x ${newRows}`,
  mergedWith: (next) =>
    next.newRows === 1 && next.shape === rows.shape && newRows < newRowsMax
      ? rowsOf({ ...rows, values: [...rows.values, ...next.values] }, newRows + 1)
      : undefined,
})

/** The maximum number of rows in one insertion, because PostgreSQL plans a separate statement for each number of rows. */
const newRowsMax = 4

/** An update of the rows whose columns equal those of `which`. Columns of `set` that are `undefined` stay as they are. */
export const updateOf = (db: StatementBuilder, table: string, which: Columns, set: Columns): RowChange => {
  const given = withoutUndefined(set)
  const [known, unset] = [
    Object.entries(which).filter(isKnown),
    Object.keys(which).filter((name) => which[name] === null),
  ]
  return {
    table,
    newRows: 0,
    shape: `update ${table} ${Object.keys(given).join()} ${Object.keys(which).join()} ${unset.join()}`,
    values: [...Object.values(given), ...known.map(([, value]) => value)],
    build: () => {
      let statement = db.updateTable(table).set(given)
      for (const [name, value] of known) statement = statement.where(name, '=', value)
      for (const name of unset) statement = statement.where(name, 'is', null)
      return statement.compile()
    },
    updated: { which, set: given },
    mergedWith: ({ table: other, updated }) =>
      updated !== undefined && other === table && isSame(updated.which, which) && !changesWhich(given, which)
        ? updateOf(db, table, which, { ...given, ...updated.set })
        : undefined,
  }
}

const isSame = (one: Columns, other: Columns): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => name in other && other[name] === value)

/** Whether an update changes a column by which its rows were found, so that the next update would not find them. */
const changesWhich = (set: Columns, which: Columns): boolean => Object.keys(set).some((name) => name in which)

const isKnown = ([, value]: readonly [string, unknown]): boolean => value !== null

const withoutUndefined = (columns: Columns): Columns =>
  Object.values(columns).includes(undefined)
    ? Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
    : columns

/**
 * Builds one statement from several lists of changes of the same shapes. The insertions at the same place in each list are merged. The
 * parts of a statement do not see each other's writes, so no two changes may concern the same row. The text is built once for each
 * combination of shapes.
 */
export const composeStatement = (lists: readonly (readonly RowChange[])[]): CompiledQuery => {
  const [first] = lists as readonly [readonly RowChange[]]
  const shape = `${lists.length} x ${first.map((change) => change.shape).join('; ')}`
  const text = texts.get(shape) ?? composed(first, lists.length)
  texts.set(shape, text)
  return CompiledQuery.raw(
    text,
    first.flatMap((_, place) => lists.flatMap((changes) => required(changes[place], 'change', place).values)),
  )
}

const texts = new Map<string, string>()

const composed = (changes: readonly RowChange[], times: number): string => {
  let taken = 0
  const take = (text: string, count: number) => {
    const numbered = text.replaceAll(/\$(\d+)/g, (_, place: string) => `$${Number(place) + taken}`)
    taken += count
    return numbered
  }
  const parts = changes.flatMap(({ build, values, newRows }) => {
    const { sql } = build()
    if (newRows === 0) return Array.from({ length: times }, () => take(sql, values.length))
    const [into, row] = sql.split(/(?<= values )/) as [string, string]
    const rows = Array.from({ length: times * newRows }, () => take(row, values.length / newRows))
    return [into + rows.join(', ')]
  })
  const others = parts.slice(0, -1).map((part, index) => `change_${index + 1} as (${part})`)
  return `${others.length === 0 ? '' : `with ${others.join(', ')} `}${parts.at(-1)}`
}
