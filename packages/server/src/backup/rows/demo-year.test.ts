import { sql } from 'kysely'
import { readFileSync } from 'node:fs'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../../../test/support/databases/databases.ts'
import { readTarHeader, tarBlockBytes } from '../archive/tar.ts'

const file = new URL('../../../../../examples/merchant-shop/assets/demo-year.export.br', import.meta.url)
const bytesMax = 3_000_000

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase('embedded')
})
afterAll(() => database.close())

/** The columns of each table in the export. */
const columnsInFile = (): ReadonlyMap<string, readonly string[]> => {
  const archive = brotliDecompressSync(readFileSync(file))
  const { size } = readTarHeader(archive.subarray(0, tarBlockBytes))!
  const lines = gunzipSync(archive.subarray(tarBlockBytes, tarBlockBytes + size))
    .toString('utf8')
    .split('\n')
  const tables = lines
    .filter((line) => line.startsWith('{"table"'))
    .map((line) => JSON.parse(line) as { readonly table: string; readonly columns: readonly string[] })
  return new Map(tables.map(({ table, columns }) => [table, columns]))
}

test('the demo year fits the tables of this version; if not, run npm run demo-year', async () => {
  const { rows } = await sql<{ name: string; column: string; isNeeded: boolean }>`
    select format('%I.%I', table_schema, table_name) as name, quote_ident(column_name) as column,
      is_nullable = 'NO' and column_default is null and is_identity = 'NO' and is_generated = 'NEVER' as "isNeeded"
    from information_schema.columns where table_schema in ('public', 'sandbox_processor')`.execute(database.db)
  const known = new Set(rows.map(({ name, column }) => `${name} ${column}`))
  const given = columnsInFile()

  const unknown = [...given].flatMap(([table, columns]) =>
    columns.map((column) => `${table} ${column}`).filter((place) => !known.has(place)),
  )
  const missing = rows
    .filter(({ name, column, isNeeded }) => isNeeded && given.has(name) && !given.get(name)!.includes(column))
    .map(({ name, column }) => `${name} ${column}`)
  expect({ unknown, missing }, 'run: npm run demo-year').toEqual({ unknown: [], missing: [] })
  expect(given.size).toBeGreaterThan(40)
  expect(readFileSync(file).length).toBeLessThan(bytesMax)
})
