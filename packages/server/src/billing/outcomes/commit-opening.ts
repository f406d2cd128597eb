import { isShortOutage, repeatDuringOutage } from '@billing-checkout/database/errors'
import { secondsAfter } from '@billing-checkout/domain'
import { type UnitOfWork, type Write, write, type WriteName } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'
import { isFreeToMoveMoney } from '../../store/reconcile-first/free-to-move-money.ts'
import type { OpenAttempt } from '../attempts/open-attempt.ts'

/**
 * Runs the transaction that opens an attempt. If the database connection breaks during the commit, it is unknown whether it committed.
 * Then this looks the attempt up once the database is back; the caller continues with it if it is there and no worker has taken it over.
 * Otherwise this throws the error and the caller makes no call, so an attempt whose commit arrives even later is left to
 * `completeAttempts`.
 */
export const commitOpening = async <Result, Loaded = undefined>(
  billing: Billing,
  organizationId: string,
  unit: UnitOfWork<Result, Loaded> | ((work: Write) => Promise<Result>),
  { attemptOf, name = 'open attempt' }: Opening<Result>,
): Promise<Result> => {
  let last: { readonly result: Result } | undefined
  const note = (result: Result): Result => {
    last = { result }
    return result
  }
  const noted: typeof unit =
    typeof unit === 'function'
      ? async (work) => note(await unit(work))
      : { ...unit, run: async (work, loaded) => note(await unit.run(work, loaded)) }
  try {
    return await write(billing.database, organizationId, noted, name)
  } catch (error) {
    const attempt = last && attemptOf(last.result)
    if (last === undefined || attempt === undefined || !isShortOutage(error)) throw error
    const isOpen = await repeatDuringOutage(() => renewLease(billing, organizationId, attempt)).catch(() => false)
    if (!isOpen) throw error
    return last.result
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
