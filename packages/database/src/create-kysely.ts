import {
  CamelCasePlugin,
  type Dialect,
  Kysely,
  type PluginTransformResultArgs,
  type QueryResult,
  type UnknownRow,
} from 'kysely'

/** The query builder over either database. It translates only column names; keys inside jsonb stay as they are. */
export const createKysely = <Schema>(dialect: Dialect): Kysely<Schema> =>
  new Kysely<Schema>({ dialect, plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })] })

/**
 * Like {@link createKysely}, for a driver that already returns camelCase names. If Kysely renamed the columns of each row, a list would
 * take a tenth longer.
 */
export const createCamelCaseKysely = <Schema>(dialect: Dialect): Kysely<Schema> =>
  new Kysely<Schema>({ dialect, plugins: [new SnakeCaseStatements()] })

/** Translates the names in statements and leaves result rows unchanged. */
class SnakeCaseStatements extends CamelCasePlugin {
  override async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result
  }
}
