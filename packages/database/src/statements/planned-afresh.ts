/**
 * An SQL comment that marks a statement whose best plan depends on its values: one organization may have three rows and another a million.
 * PostgreSQL plans all other statements once for each connection.
 */
export const plannedAfresh = '/* planned afresh */'
