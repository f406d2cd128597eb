/** Whether a statement failed because another transaction locked its table for too long, or because of a deadlock. */
export const isLockTimeoutOrDeadlock = (error: unknown): boolean => {
  const { code } = (error ?? {}) as { code?: unknown }
  return code === '55P03' || code === '40P01'
}

/** Whether a prepared statement failed because a migration changed the columns that it reads. */
export const isOutdatedStatement = (error: unknown): boolean => {
  const { code, routine } = (error ?? {}) as { code?: unknown; routine?: unknown }
  return code === '0A000' && routine === 'RevalidateCachedQuery'
}

/** Whether the database refused a statement because of the data to be stored: text, numbers or JSON that it cannot hold. */
export const isInvalidDataError = (error: unknown): boolean => {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && classes.has(code.slice(0, 2))
}

/** PostgreSQL's error classes 22, data exception, and 54, program limit exceeded. */
const classes: ReadonlySet<string> = new Set(['22', '54'])

/** Whether a statement failed because a row with the same key exists, in any unique index or in the named one. */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean => {
  const { code, constraint: violated } = (error ?? {}) as { code?: unknown; constraint?: unknown }
  return code === '23505' && (constraint === undefined || constraint === violated)
}

/** Returns the original error among several: the first that does not merely report that the transaction has already failed. */
export const originalErrorOf = (errors: readonly unknown[]): unknown =>
  errors.find((error) => (error as { code?: unknown } | null)?.code !== inFailedTransaction) ?? errors[0]

/** PostgreSQL's code for a statement after one that failed in the same transaction. */
const inFailedTransaction = '25P02'
