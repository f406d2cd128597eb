import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Runs the inside of a transaction. Whatever it calls is known to be inside by {@link refuseInTransaction}, even code that does
 * not get the transaction.
 */
export const insideTransaction = async <Result>(run: () => Promise<Result>): Promise<Result> => {
  const transaction = { hasEnded: false }
  try {
    return await transactions.run(transaction, run)
  } finally {
    // What was started in a transaction and outlives it holds no locks.
    transaction.hasEnded = true
  }
}

/**
 * Throws {@link CalledInTransaction} for a call over the network from inside a transaction: locks that are held, and on the
 * embedded database the only connection, would wait for somebody else's answer.
 */
export const refuseInTransaction = (call: string): void => {
  if (transactions.getStore()?.hasEnded !== false) return
  throw new CalledInTransaction(`${call} must not be called inside a transaction.`)
}

/**
 * Thrown for a mistake in this code. It is never a failure of the service that was to be called, so whoever catches those must
 * not catch this.
 */
export class CalledInTransaction extends Error {
  override readonly name = 'CalledInTransaction'
}

const transactions = new AsyncLocalStorage<{ hasEnded: boolean }>()
