/**
 * A comment in statements without parameters, for migrations: from then on, until the connection is released, the server may take as long
 * as it needs for each answer.
 */
export const mayBeSilent = '/* may be silent */'
