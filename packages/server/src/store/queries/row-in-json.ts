import { type RawBuilder, sql } from 'kysely'
import { inSnakeCase } from '../engine/values/in-snake-case.ts'
import { parseTimestamp } from '../engine/values/parse-timestamp.ts'

/** A row that comes as one column of a statement over several tables. */
export interface RowInJson<Row> {
  /** The column: a JSON array of the row's columns. */
  readonly column: RawBuilder<unknown>
  /** What that array is made of, for one that begins with the row: PostgreSQL copies an array within another once more. */
  readonly values: readonly RawBuilder<unknown>[]
  /** The row at the beginning of an array that was answered. */
  readonly of: (found: readonly unknown[]) => Row
  /** What follows the row in that array. */
  readonly rest: (found: readonly unknown[]) => readonly unknown[]
}

/**
 * A row of the table that a statement knows as `name`. PostgreSQL carries each column through every join and describes it again for each of
 * them. That takes longer than finding the row; one column with all of them costs a third less. Columns of `times` are read as in any other
 * row. A list and a checkout view are one statement each instead of five to eight. A view waits for locks of its tables, such as
 * a migration's. Shared relations are lateral joins that end in `offset 0`, so that PostgreSQL reuses results.
 */
export const rowInJson =
  <Row>(name: string) =>
  <const Columns extends readonly (keyof Row & string)[]>(
    columns: Columns,
    times: readonly Columns[number][] = [],
  ): RowInJson<Pick<Row, Columns[number]>> => {
    const values = columns.map((column) => sql.ref(`${name}.${inSnakeCase(column)}`))
    const places = columns.map((column, place) => ({ column, place, isTime: times.includes(column) }))
    // Copying an object that has every key is twice as fast as adding them.
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

/** A list of all columns of a row: one that is left out is an error of types. */
export const allColumns =
  <Row>() =>
  <const Columns extends readonly (keyof Row & string)[]>(
    ...columns: keyof Row extends Columns[number] ? Columns : never
  ): Columns =>
    columns
