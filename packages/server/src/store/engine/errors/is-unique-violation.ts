/** Whether a statement failed because a row of that key exists, of any unique index or of the named one. */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean => {
  const { code, constraint: violated } = (error ?? {}) as { code?: unknown; constraint?: unknown }
  return code === '23505' && (constraint === undefined || constraint === violated)
}
