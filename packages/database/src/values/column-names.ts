import { CamelCasePlugin } from 'kysely'

/** Returns the database's spelling of a name in the code. */
export const toSnakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Exposes the rule by which the query builder renames columns, so that a column has the same name everywhere in the code. */
class ColumnNames extends CamelCasePlugin {
  inCode(column: string): string {
    return this.camelCase(column)
  }
}

const names = new ColumnNames()

/** Returns the name of a column in the code. */
export const toCamelCase = (column: string): string => names.inCode(column)
