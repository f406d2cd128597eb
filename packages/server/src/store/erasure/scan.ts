import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database.ts'

/** A table that is read in the order of a key, because no index finds a customer's rows in it. */
export interface ScannedTable {
  readonly table: string
  /** The columns of a unique key, without the organization's id, with their types. */
  readonly key: readonly (readonly [column: string, type: string])[]
}

/**
 * Reads the table in ranges of limited size, with one statement for each. After each statement, yields the keys of the rows in its range
 * that meet the condition. A key is a list of texts.
 */
export async function* scanTable(
  db: Database,
  organizationId: string,
  { table, key }: ScannedTable,
  condition: RawBuilder<unknown>,
): AsyncGenerator<readonly (readonly string[])[]> {
  const columns = key.map(([name]) => sql.ref(name))
  const inTexts = key.map(([name], at) => sql`${sql.ref(name)}::text as ${sql.ref(`key${at}`)}`)
  const keyOf = (row: Record<string, unknown>) => key.map((_, at) => String(row[`key${at}`]))
  const valuesOf = (texts: readonly string[]) =>
    texts.map((text, at) => sql`${text}::${sql.raw(key[at]?.[1] ?? 'text')}`)
  for (let after: readonly string[] | undefined; ;) {
    const following = after === undefined ? sql`` : sql`and (${sql.join(columns)}) > (${sql.join(valuesOf(after))})`
    const { rows } = await sql<Record<string, unknown> & ScannedRow>`
      with read as materialized (
        select ${sql.join(columns)}, coalesce(${condition}, false) as is_theirs,
          row_number() over (order by ${sql.join(columns)}) as number
        from ${sql.table(table)} as scanned where organization_id = ${organizationId} ${following}
        order by ${sql.join(columns)} limit ${rowsPerStatement}
      )
      select ${sql.join(inTexts)}, is_theirs, number from read
      where is_theirs or number = (select max(number) from read) order by number`.execute(db)
    yield rows.filter(({ isTheirs }) => isTheirs).map(keyOf)
    const last = rows.at(-1)
    if (last === undefined || Number(last.number) < rowsPerStatement) return
    after = keyOf(last)
  }
}

interface ScannedRow {
  readonly isTheirs: boolean
  readonly number: number
}

const rowsPerStatement = 10_000
