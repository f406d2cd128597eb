/**
 * Returns an idempotency key for each change that a form sends. The same change again gets the same key, so that the
 * server makes it once.
 */
export const keysOfChanges = (): ((change: unknown) => string) => {
  const keys = new Map<string, string>()
  return (change) => {
    const text = JSON.stringify(change)
    const key = keys.get(text) ?? crypto.randomUUID()
    keys.set(text, key)
    return key
  }
}
