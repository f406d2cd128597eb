/**
 * An SQL comment that marks a statement whose best plan depends on its values: one organization may have three rows and another a million.
 * PostgreSQL plans most other statements once for each connection.
 */
export const planEachTimeMark = '/* planned afresh */'

/**
 * An SQL comment with which a migration marks a statement without parameters. From that statement on, until the connection is released,
 * PostgreSQL may take as long as it needs for each answer.
 */
export const noAnswerTimeoutMark = '/* without answer timeout */'
