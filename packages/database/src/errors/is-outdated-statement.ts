/** Whether a prepared statement failed because a migration changed the columns that it reads. */
export const isOutdatedStatement = (error: unknown): boolean => {
  const { code, routine } = (error ?? {}) as { code?: unknown; routine?: unknown }
  return code === '0A000' && routine === 'RevalidateCachedQuery'
}
