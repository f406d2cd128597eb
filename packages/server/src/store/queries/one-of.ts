import { sql } from 'kysely'

/**
 * SQL to compare with a column: `column = oneOf(texts)` is true if the column has one of these texts. The statement, and so its plan, is
 * the same for any number of texts.
 */
export const oneOf = (texts: readonly string[]) => sql<string>`any(${texts}::text[])`
