import { CamelCasePlugin } from 'kysely'

/** The query builder's own rule, so that a column has the same name in every part of the code. */
class ColumnNames extends CamelCasePlugin {
  inCode(column: string): string {
    return this.camelCase(column)
  }
}

const names = new ColumnNames()

/** The name of a column in the code. */
export const inCamelCase = (column: string): string => names.inCode(column)
