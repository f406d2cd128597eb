import { sql } from 'kysely'

/** SQL that a column equals when it has one of these texts. It is one statement, and so one plan, however many texts there are. */
export const oneOf = (texts: readonly string[]) => sql<string>`any(${texts}::text[])`
