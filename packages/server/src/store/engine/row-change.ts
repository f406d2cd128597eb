import { CompiledQuery, type Kysely } from 'kysely'

/** One statement that writes rows of one table: its shape says what is written, its values say to what. */
export interface RowChange {
  readonly table: string
  /** Changes with the same shape have the same text. */
  readonly shape: string
  readonly values: readonly unknown[]
  readonly build: () => CompiledQuery
}

/** A database whose tables are whatever the caller says; whoever calls its caller was held to the real ones. */
export type StatementBuilder = Kysely<Record<string, Columns>>

type Columns = Readonly<Record<string, unknown>>

/** A new row. Columns that are `undefined` keep their default. */
export const insertionOf = (db: StatementBuilder, table: string, row: Columns): RowChange => {
  const given = withoutUndefined(row)
  return {
    table,
    shape: `insert ${table} ${Object.keys(given).join()}`,
    values: Object.values(given),
    build: () => db.insertInto(table).values(given).compile(),
  }
}

/** New values for the rows whose columns equal those of `which`; `undefined` changes nothing. */
export const updateOf = (db: StatementBuilder, table: string, which: Columns, set: Columns): RowChange => {
  const given = withoutUndefined(set)
  const [known, unset] = [
    Object.entries(which).filter(isKnown),
    Object.keys(which).filter((name) => which[name] === null),
  ]
  return {
    table,
    shape: `update ${table} ${Object.keys(given).join()} ${Object.keys(which).join()} ${unset.join()}`,
    values: [...Object.values(given), ...known.map(([, value]) => value)],
    build: () => {
      let statement = db.updateTable(table).set(given)
      for (const [name, value] of known) statement = statement.where(name, '=', value)
      for (const name of unset) statement = statement.where(name, 'is', null)
      return statement.compile()
    },
  }
}

const isKnown = ([, value]: readonly [string, unknown]): boolean => value !== null

const withoutUndefined = (columns: Columns): Columns =>
  Object.values(columns).includes(undefined)
    ? Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
    : columns

/**
 * Several changes as one statement; none of them sees what the others write, so no two may be of the same table. Its text is
 * put together once for the same shapes.
 */
export const together = (changes: readonly RowChange[]): CompiledQuery => {
  const shape = changes.map((change) => change.shape).join('; ')
  const text = texts.get(shape) ?? composed(changes)
  texts.set(shape, text)
  return CompiledQuery.raw(
    text,
    changes.flatMap(({ values }) => values),
  )
}

const texts = new Map<string, string>()

const composed = (changes: readonly RowChange[]): string => {
  let taken = 0
  const parts = changes.map(({ build, values }) => {
    const { sql } = build()
    const numbered = sql.replaceAll(/\$(\d+)/g, (_, place: string) => `$${Number(place) + taken}`)
    taken += values.length
    return numbered
  })
  const others = parts.slice(0, -1).map((part, index) => `change_${index + 1} as (${part})`)
  return others.length === 0 ? parts[0]! : `with ${others.join(', ')} ${parts.at(-1)}`
}
