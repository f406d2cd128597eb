import { isShortOutage, repeatDuringOutage } from '@billing-checkout/database/errors'
import { secondsAfter } from '@billing-checkout/domain'
import { awaitTransactionEnd } from '../../store/writes/await-transaction-end.ts'
import { type UnitOfWork, type Write, write, type WriteName } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'
import { isFreeToMoveMoney } from '../../store/reconcile-first/free-to-move-money.ts'
import type { OpenAttempt } from '../attempts/open-attempt.ts'

/**
 * Runs the transaction that opens an attempt. If the database connection breaks during the commit, this waits until the database is back
 * and the transaction has ended, and looks the attempt up. If the attempt was committed and no worker has taken it over, the caller
 * continues with it. Otherwise this throws the error, and the caller does not call the processor; `completeAttempts` handles an attempt
 * that turns out to be committed later.
 */
export const commitOpening = async <Result, Loaded = undefined>(
  billing: Billing,
  organizationId: string,
  unit: UnitOfWork<Result, Loaded> | ((work: Write) => Promise<Result>),
  { attemptOf, name = 'open attempt' }: Opening<Result>,
): Promise<Result> => {
  let last: { readonly result: Result; readonly databaseTransactionId: string } | undefined
  const note = (result: Result, { databaseTransactionId }: Write): Result => {
    last = { result, databaseTransactionId }
    return result
  }
  const noted: typeof unit =
    typeof unit === 'function'
      ? async (work) => note(await unit(work), work)
      : { ...unit, run: async (work, loaded) => note(await unit.run(work, loaded), work) }
  try {
    return await write(billing.database, organizationId, noted, name)
  } catch (error) {
    const attempt = last && attemptOf(last.result)
    if (last === undefined || attempt === undefined || !isShortOutage(error)) throw error
    const { result, databaseTransactionId } = last
    const isOpen = await repeatDuringOutage(
      async () =>
        (await awaitTransactionEnd(billing.database, databaseTransactionId)) &&
        (await renewLease(billing, organizationId, attempt)),
    ).catch(() => false)
    if (!isOpen) throw error
    return result
  }
}

interface Opening<Result> {
  /** Returns the attempt that was opened, whose call the caller makes next; undefined if there is none. */
  readonly attemptOf: (result: Result) => OpenAttempt | undefined
  readonly name?: WriteName
}

/**
 * Leases an attempt again from now on. Returns false if it was not committed, is no longer held by its first holder, or its connection may
 * not move money.
 */
const renewLease = (billing: Billing, organizationId: string, attempt: OpenAttempt): Promise<boolean> =>
  write(billing.database, organizationId, async ({ db, leaseNow }) => {
    const { numUpdatedRows } = await db
      .updateTable('attempts')
      .set({ leaseUntil: secondsAfter(leaseNow, attempt.leaseSeconds) })
      .where('id', '=', attempt.attemptId)
      .where('state', '=', 'open')
      .where('fence', '=', attempt.fence)
      .where(isFreeToMoveMoney)
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  })
