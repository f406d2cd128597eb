/** Whether a prepared statement failed because the columns it reads were changed since, by a migration. */
export const isOutdatedStatement = (error: unknown): boolean => {
  const { code, routine } = (error ?? {}) as { code?: unknown; routine?: unknown }
  return code === '0A000' && routine === 'RevalidateCachedQuery'
}
