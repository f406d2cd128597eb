import { AsyncLocalStorage } from 'node:async_hooks'
import { endTurnEarly } from '../engine/transactions/on-behalf-of.ts'

/**
 * Runs the inside of a transaction. Whatever it calls is known to be inside by {@link beforeNetworkCall}, even code that does not
 * get the transaction.
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
 * Call this before every call of a processor or a tax service. Ends the caller's turn, so that others can work meanwhile. Throws
 * {@link CalledInTransaction} inside a transaction: locks that are held, and on the embedded database the only connection, would wait
 * for the answer.
 */
export const beforeNetworkCall = (call: string): void => {
  if (transactions.getStore()?.hasEnded === false)
    throw new CalledInTransaction(`${call} must not be called inside a transaction.`)
  endTurnEarly()
}

/**
 * Thrown for a mistake in this code. It is never a failure of the called service, so code that catches such failures must not catch this.
 */
export class CalledInTransaction extends Error {
  override readonly name = 'CalledInTransaction'
}

const transactions = new AsyncLocalStorage<{ hasEnded: boolean }>()
