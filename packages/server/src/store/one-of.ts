import { sql } from 'kysely'

/** What a column equals that has one of these texts: one statement, and so one plan, however many there are. */
export const oneOf = (texts: readonly string[]) => sql<string>`any(${texts}::text[])`
