/** What went wrong first: of several errors, the one that does not only say that its transaction had failed before. */
export const causeOf = (errors: readonly unknown[]): unknown =>
  errors.find((error) => (error as { code?: unknown } | null)?.code !== inFailedTransaction) ?? errors[0]

/** PostgreSQL's code for a statement behind another that was refused. */
export const inFailedTransaction = '25P02'
