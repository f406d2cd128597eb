/** Whether a statement failed because a row with that key exists, in any unique index or in the named one. */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean => {
  const { code, constraint: violated } = (error ?? {}) as { code?: unknown; constraint?: unknown }
  return code === '23505' && (constraint === undefined || constraint === violated)
}
