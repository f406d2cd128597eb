/** Gives each change that a form sends an idempotency key; the same change again has the same key, so that it is made once. */
export const keysOfChanges = (): ((change: unknown) => string) => {
  const keys = new Map<string, string>()
  return (change) => {
    const text = JSON.stringify(change)
    const key = keys.get(text) ?? crypto.randomUUID()
    keys.set(text, key)
    return key
  }
}
