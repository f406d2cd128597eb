/** Whether a statement failed because another transaction locked its table for too long, or because of a deadlock. */
export const isLockRefusal = (error: unknown): boolean => {
  const { code } = (error ?? {}) as { code?: unknown }
  return code === '55P03' || code === '40P01'
}
