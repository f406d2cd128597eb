import { transactWithRetries } from '@billing-checkout/database'
import { findFaultsInBooks, removeTimeLimits } from '../../backup/database-totals.ts'
import { findOpenDifferences } from '../../billing/reconcile/days/open-differences.ts'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import type { Database } from '../../store/database.ts'

/**
 * Reports that payments, refunds and calls to processors agree with each other and with the processors' own figures. If they do not, throws
 * an error that lists the differences.
 */
export const examineBooks = async (db: Database): Promise<string> => {
  const differences = await findOpenDifferences(db, shownMax)
  const faults = await transactWithRetries(db, async (transaction) => {
    await removeTimeLimits(transaction)
    return findFaultsInBooks(transaction)
  })
  const days = await findComparedDays(db)
  const sentences = [
    ...faults,
    ...differences.map(
      ({ connection, day, message, differenceMinor, currencyCode, paymentId, transactionId, id }) =>
        `${connection} on ${day}: ${message} (${differenceMinor} ${currencyCode}, ${paymentId ?? 'no payment here'}, transaction ${transactionId}; difference close ${id})`,
    ),
    ...days.flatMap(({ connection, reason }) =>
      reason === null ? [] : [`${connection} cannot be compared: ${reason}`],
    ),
  ]
  if (sentences.length > 0) throw new Error(sentences.join('. '))
  const compared = days.map(({ connection, completeUntil }) => `${connection} until ${completeUntil}`)
  return `payments, refunds and calls to processors agree; compared with ${compared.join(', ') || 'no processor yet'}`
}

const shownMax = 20

const findComparedDays = (db: Database) =>
  acrossOrganizations(db, 'operator')
    .selectFrom('reconciledDays')
    .leftJoin('deferredWork', (work) =>
      work.onRef('deferredWork.id', '=', 'connection').on('deferredWork.kind', '=', 'booked_day'),
    )
    .select(['connection', 'completeUntil', 'deferredWork.reason'])
    .orderBy('connection')
    .execute()
