/**
 * A comment for statements without parameters. Until the connection is released, the server may then take as long as it needs for
 * each answer. Migrations use it.
 */
export const mayBeSilent = '/* may be silent */'
