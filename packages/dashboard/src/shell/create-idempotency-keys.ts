/**
 * Returns a function that gives each change of a form an idempotency key. If the same change is sent again, it has the same key, so that
 * the server makes the change once.
 */
export const createIdempotencyKeys = (): ((change: unknown) => string) => {
  const keys = new Map<string, string>()
  return (change) => {
    const text = JSON.stringify(change)
    const key = keys.get(text) ?? crypto.randomUUID()
    keys.set(text, key)
    return key
  }
}
