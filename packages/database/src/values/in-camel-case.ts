import { CamelCasePlugin } from 'kysely'

/** Exposes the query builder's own rule, so that a column has the same name everywhere in the code. */
class ColumnNames extends CamelCasePlugin {
  inCode(column: string): string {
    return this.camelCase(column)
  }
}

const names = new ColumnNames()

/** Returns the name of a column in the code. */
export const inCamelCase = (column: string): string => names.inCode(column)
