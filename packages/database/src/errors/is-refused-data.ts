/** Whether the database refused a statement because of the data to be stored: text, numbers or JSON that it cannot hold. */
export const isRefusedData = (error: unknown): boolean => {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && classes.has(code.slice(0, 2))
}

/** PostgreSQL's classes for data exceptions and for limits of a program that were exceeded. */
const classes: ReadonlySet<string> = new Set(['22', '54'])
