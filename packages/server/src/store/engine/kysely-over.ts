import { CamelCasePlugin, type Dialect, Kysely } from 'kysely'

/** The query builder over either database. Only column names are translated; keys inside jsonb stay as they are. */
export const kyselyOver = <Schema>(dialect: Dialect): Kysely<Schema> =>
  new Kysely<Schema>({ dialect, plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })] })
