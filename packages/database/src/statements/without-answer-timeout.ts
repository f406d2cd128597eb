/**
 * An SQL comment with which a migration marks a statement without parameters. From that statement on, until the connection is released,
 * PostgreSQL may take as long as it needs for each answer.
 */
export const withoutAnswerTimeout = '/* without answer timeout */'
