import { findFaultsInBooks, takeTime } from '../backup/contents.ts'
import type { Database } from '../store/database.ts'

/** Answers that payments, refunds and calls to processors say the same of each other; throws otherwise, naming what does not. */
export const examineBooks = async (db: Database): Promise<string> => {
  const faults = await db.transaction().execute(async (transaction) => {
    await takeTime(transaction)
    return findFaultsInBooks(transaction)
  })
  if (faults.length > 0) throw new Error(faults.join('. '))
  return 'payments, refunds and calls to processors agree'
}
