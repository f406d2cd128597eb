/**
 * An SQL comment that marks a statement without parameters, for migrations. From then on, until the connection is released, PostgreSQL may
 * take as long as it needs for each answer.
 */
export const mayBeSilent = '/* may be silent */'
