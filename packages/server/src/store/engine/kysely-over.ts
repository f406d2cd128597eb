import { CamelCasePlugin, type Dialect, Kysely } from 'kysely'

/** The query builder over either database. Only column names are translated: what is inside jsonb belongs to its owner. */
export const kyselyOver = <Schema>(dialect: Dialect): Kysely<Schema> =>
  new Kysely<Schema>({ dialect, plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })] })
