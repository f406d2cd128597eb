import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Runs the inside of a transaction. Whatever it calls can be told by {@link refuseInTransaction}, also code that is handed no
 * transaction.
 */
export const insideTransaction = async <Result>(run: () => Promise<Result>): Promise<Result> => {
  const transaction = { hasEnded: false }
  try {
    return await transactions.run(transaction, run)
  } finally {
    // What was started in a transaction and outlives it holds nobody up.
    transaction.hasEnded = true
  }
}

/**
 * Refuses a call over the network from inside a transaction: locks that are held, and on the embedded database the only
 * connection, would wait for somebody else's answer. Throws {@link CalledInTransaction}.
 */
export const refuseInTransaction = (call: string): void => {
  if (transactions.getStore()?.hasEnded !== false) return
  throw new CalledInTransaction(`${call} must not be called inside a transaction.`)
}

/** A fault of this code, never of who was to be called: nobody who catches failures of calls may take it for one. */
export class CalledInTransaction extends Error {
  override readonly name = 'CalledInTransaction'
}

const transactions = new AsyncLocalStorage<{ hasEnded: boolean }>()
