/** Returns the original error among several: the first that does not merely report that the transaction has already failed. */
export const causeOf = (errors: readonly unknown[]): unknown =>
  errors.find((error) => (error as { code?: unknown } | null)?.code !== inFailedTransaction) ?? errors[0]

/** PostgreSQL's code for a statement after one that failed in the same transaction. */
export const inFailedTransaction = '25P02'
