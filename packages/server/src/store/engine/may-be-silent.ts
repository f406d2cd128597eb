/**
 * A comment in a statement without parameters: until its connection is released, the server may take for each answer as
 * long as it needs. For migrations.
 */
export const mayBeSilent = '/* may be silent */'
