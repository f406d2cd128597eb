/** Whether a statement was given up because somebody else held its table for too long, or would have waited for it for ever. */
export const isLockRefusal = (error: unknown): boolean => {
  const { code } = (error ?? {}) as { code?: unknown }
  return code === '55P03' || code === '40P01'
}
