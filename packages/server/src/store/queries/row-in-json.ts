import { toSnakeCase, parseTimestamp } from '@billing-checkout/database'
import { type RawBuilder, sql } from 'kysely'

/** A row that a statement over several tables returns as one column. */
export interface RowInJson<Row> {
  /** The column: a JSON array of the row's values. */
  readonly column: RawBuilder<unknown>
  /** The elements of that array, to build a longer array that begins with the row: PostgreSQL would copy a nested array once more. */
  readonly values: readonly RawBuilder<unknown>[]
  /** Returns the row at the beginning of a returned array. */
  readonly of: (found: readonly unknown[]) => Row
  /** Returns the elements of that array after the row. */
  readonly rest: (found: readonly unknown[]) => readonly unknown[]
}

/**
 * Makes the SQL for a row of the table that a statement calls `name`. PostgreSQL carries each column through every join and describes each
 * one in the result, which takes longer than finding the row. One column with all values costs a third less, so a list or a checkout view
 * can be one statement instead of five to eight. Columns listed in `times` are parsed like any timestamp. If several rows of a statement
 * share a row of another table, a lateral subquery that ends in `offset 0` reads the shared row, so that PostgreSQL reuses its result. A
 * statement over many tables waits for locks on all of them, such as a migration's lock.
 */
export const rowInJson =
  <Row>(name: string) =>
  <const Columns extends readonly (keyof Row & string)[]>(
    columns: Columns,
    times: readonly Columns[number][] = [],
  ): RowInJson<Pick<Row, Columns[number]>> => {
    const values = columns.map((column) => sql.ref(`${name}.${toSnakeCase(column)}`))
    const places = columns.map((column, place) => ({ column, place, isTime: times.includes(column) }))
    // Copying an object that already has every key is twice as fast as adding the keys.
    const empty = Object.fromEntries(columns.map((column) => [column, null]))
    return {
      column: sql`json_build_array(${sql.join(values)})`,
      values,
      of: (found) => {
        const row: Record<string, unknown> = { ...empty }
        for (const { column, place, isTime } of places) {
          const value = found[place]
          row[column] = isTime && value !== null ? parseTimestamp(value as string) : value
        }
        return row as Pick<Row, Columns[number]>
      },
      rest: (found) => found.slice(columns.length),
    }
  }

/** Names all columns of a row: leaving one out is a type error. */
export const allColumns =
  <Row>() =>
  <const Columns extends readonly (keyof Row & string)[]>(
    ...columns: keyof Row extends Columns[number] ? Columns : never
  ): Columns =>
    columns
