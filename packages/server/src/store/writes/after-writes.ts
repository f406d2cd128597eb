import type { Database } from '../database.ts'

const listenersOf = new WeakMap<Database, Set<() => void>>()

/** Calls a listener after every `write` that this process commits to a database. Returns the function that removes the listener. */
export const afterEachWrite = (database: Database, listener: () => void): (() => void) => {
  const listeners = listenersOf.get(database) ?? new Set()
  listenersOf.set(database, listeners.add(listener))
  return () => void listeners.delete(listener)
}

/** Notifies all listeners that a write was committed. */
export const notifyWriteListeners = (database: Database): void => {
  for (const listener of listenersOf.get(database) ?? []) listener()
}
