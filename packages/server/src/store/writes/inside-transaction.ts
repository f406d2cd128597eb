import { AsyncLocalStorage } from 'node:async_hooks'
import { endTurnEarly } from '@billing-checkout/database'

/**
 * Runs code as part of a transaction, so that {@link prepareNetworkCall} can refuse network calls in it, even from functions that do not
 * get the transaction.
 */
export const runInsideTransaction = async <Result>(run: () => Promise<Result>): Promise<Result> => {
  const transaction = { hasEnded: false }
  try {
    return await transactions.run(transaction, run)
  } finally {
    // Code that was started in the transaction may outlive the transaction. It then holds no locks.
    transaction.hasEnded = true
  }
}

/**
 * Call this before every call to a processor or a tax service. It ends the turn of the running request, so that other requests can be
 * handled meanwhile. Inside a transaction it throws {@link NetworkCallInTransaction}, because the transaction would hold its locks and, on
 * the embedded database, the only connection during the call.
 */
export const prepareNetworkCall = (call: string): void => {
  if (transactions.getStore()?.hasEnded === false)
    throw new NetworkCallInTransaction(`${call} must not be called inside a transaction.`)
  endTurnEarly()
}

/** A programming error, never a failure of the called service: code that catches such failures must not catch this. */
export class NetworkCallInTransaction extends Error {
  override readonly name = 'NetworkCallInTransaction'
}

const transactions = new AsyncLocalStorage<{ hasEnded: boolean }>()
