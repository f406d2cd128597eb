/**
 * Describes an error for the log: its type, message, code, violated constraint, stack and cause. Other members are left out, because a
 * database driver stores the rows and values of a failed statement there.
 */
export const describeError = (error: unknown): object => {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return {
    type: error.name,
    message: error.message,
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  }
}
