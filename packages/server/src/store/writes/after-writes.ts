import type { Database } from '../database.ts'

const listenersOf = new WeakMap<Database, Set<() => void>>()

/** Hears of every write that this process has committed to a database; answers the function that ends it. */
export const afterEachWrite = (database: Database, listener: () => void): (() => void) => {
  const listeners = listenersOf.get(database) ?? new Set()
  listenersOf.set(database, listeners.add(listener))
  return () => void listeners.delete(listener)
}

/** Tells whoever listens that a write was committed. */
export const tellOfWrite = (database: Database): void => {
  for (const listener of listenersOf.get(database) ?? []) listener()
}
