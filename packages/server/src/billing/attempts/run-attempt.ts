import type { Payment } from '@billing-checkout/contract'
import { isShortOutage, repeatDuringOutage } from '@billing-checkout/database/errors'
import { addSeconds } from '@billing-checkout/domain'
import { certainlyHadNoEffect, type FinalOutcome, type ProcessorOutcome } from '../../processors/outcome.ts'
import { isFreeToMoveMoney } from '../../store/reconcile-first/is-free-to-move-money.ts'
import { ConnectionUnavailable } from '../../store/reconcile-first/reconcile-first.ts'
import { awaitTransactionEnd } from '../../store/writes/await-transaction-end.ts'
import { newId } from '../../store/writes/new-id.ts'
import { type UnitOfWork, type Write, write, type WriteName } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'
import { observePayment } from '../payments/observe-payment.ts'
import { closeAttempt, commitOutcome, finishAttempt } from './finish-attempt.ts'
import { lockAttempt, type LockedAttempt } from './lock-attempt.ts'
import type { NextAttempt, OpenAttempt, OpenedPayment } from './open-attempt.ts'

/**
 * Runs an attempt to move money (DECISIONS 3). Commits the transaction `opening`, which records the attempt and, for a charge, its payment.
 * Then calls the processor outside any transaction, and commits the outcome in a second one. A blocked or free payment already ends in
 * `opening`. Code that opens an attempt in its own transaction calls `callAndFinish` after the commit. A crash between the two commits
 * leaves an open attempt; `completeAttempts` finishes it by querying the processor.
 */
export const runAttempt = async <Loaded = undefined>(
  billing: Billing,
  organizationId: string,
  opening: UnitOfWork<OpenedPayment, Loaded> | ((work: Write) => Promise<OpenedPayment>),
  { fallback, onNotOpened }: RunOptions<Loaded> = {},
): Promise<Payment> => {
  const open = (unit: typeof opening) => commitOpening(billing, organizationId, unit, { attemptOf: attemptOfPayment })
  const opened = await open(opening)
    .catch((error: unknown) => {
      if (fallback === undefined || !(error instanceof ConnectionUnavailable)) throw error
      return open(fallback(error))
    })
    .catch((error: unknown) => {
      onNotOpened?.()
      throw error
    })
  if (!('ended' in opened)) return callAndFinish(billing, organizationId, opened)
  onNotOpened?.()
  observePayment(billing, opened.ended)
  return opened.ended
}

/** The attempt of an opened payment; a blocked or free payment has none. */
export const attemptOfPayment = (opened: OpenedPayment): OpenAttempt | undefined =>
  'ended' in opened ? undefined : opened

/** How `runAttempt` continues if the attempt is not opened. */
interface RunOptions<Loaded> {
  /**
   * Returns the transaction that opens the attempt over another connection. Called if the first connection refused the attempt, so that
   * nothing was committed.
   */
  readonly fallback?: ((refusedConnection: ConnectionUnavailable) => UnitOfWork<OpenedPayment, Loaded>) | undefined
  /** Called if no attempt is opened, so no processor is called. */
  readonly onNotOpened?: () => void
}

/**
 * The second half of `runAttempt`: calls the processor for a committed attempt and commits the outcome by {@link finishAttempt}. If the
 * call certainly did nothing, the charge is made over the next connection, if there is one.
 */
export const callAndFinish = async (
  billing: Billing,
  organizationId: string,
  attempt: OpenAttempt,
): Promise<Payment> => {
  const answer = await attempt.callProcessor()
  const next = certainlyHadNoEffect(answer) ? attempt.next?.() : undefined
  const handedOn = next && (await handOn(billing, organizationId, { attempt, answer, next }))
  if (handedOn !== undefined) return callAndFinish(billing, organizationId, handedOn)
  // If the charge certainly did nothing, a shopper's payment fails now, because the shopper must not have to wait until the connection
  // works again.
  const toCommit = attempt.hasShopper && certainlyHadNoEffect(answer) ? asFailed(answer) : answer
  const { payment } = await commitOutcome(billing, { organizationId, kind: attempt.kind }, toCommit, (outcome) => ({
    load: (context) => lockAttempt(context, attempt),
    run: (work, locked) => finishAttempt(billing, work, attempt, outcome, locked),
    exclusiveNames: attempt.exclusiveNames?.(outcome),
  }))
  return payment
}

interface HandedOn {
  readonly attempt: OpenAttempt
  readonly answer: ProcessorOutcome
  readonly next: NextAttempt
}

/**
 * Closes an attempt that certainly did nothing, and records its successor over the next connection in the same transaction. Therefore only
 * one of the two can charge at any time, and a crash leaves only one open attempt to query (DECISIONS 3). If another worker has taken over
 * or finished the attempt, or if the next connection also refuses the charge, this changes nothing and returns `undefined`.
 */
const handOn = async (
  billing: Billing,
  organizationId: string,
  { attempt, answer, next }: HandedOn,
): Promise<OpenAttempt | undefined> => {
  try {
    const unit: UnitOfWork<OpenAttempt | undefined, LockedAttempt> = {
      load: (context) => lockAttempt(context, attempt),
      async run(work, { isHeldByCaller, attempt: locked }) {
        if (!isHeldByCaller) return undefined
        const attemptId = newId('att', work)
        closeAttempt(work, locked, asFailed(answer), attemptId)
        const { vaultId } = locked.request.notes
        if (vaultId !== undefined) await billing.vault.forget(work.db, { organizationId, id: vaultId })
        return next.open(work, attemptId)
      },
    }
    const opened = await repeatDuringOutage(() =>
      commitOpening(billing, organizationId, unit, { attemptOf: (opened) => opened, name: 'hand attempt on' }),
    )
    if (opened !== undefined) {
      const { paymentId, attemptId } = attempt
      const { connection } = next
      billing.logger.warn(
        { payment: paymentId, attempt: attemptId, connection },
        'handed a charge that was certainly not made on to the next connection',
      )
    }
    return opened
  } catch (error) {
    if (error instanceof ConnectionUnavailable) return undefined
    throw error
  }
}

/** The final outcome of a call that certainly did nothing. */
const asFailed = (answer: ProcessorOutcome): FinalOutcome =>
  answer.kind === 'failed' ? answer : { kind: 'failed', message: messageOf(answer), notExecuted: true }

const messageOf = (answer: ProcessorOutcome): string => ('message' in answer ? answer.message : '')

/**
 * Runs the transaction that opens an attempt. If the database connection breaks during the commit, this waits until the database is back
 * and the transaction has ended, and looks the attempt up. If the attempt was committed, no worker has taken it over, and its connection
 * may move money, the caller continues with it. Otherwise this throws the error, and the caller does not call the processor;
 * `completeAttempts` handles an attempt that turns out to be committed later.
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
 * Leases an attempt again from now on. Returns false if the attempt was not committed, if its first holder no longer holds it, or if its
 * connection may not move money.
 */
const renewLease = (billing: Billing, organizationId: string, attempt: OpenAttempt): Promise<boolean> =>
  write(billing.database, organizationId, async ({ db, leaseNow }) => {
    const { numUpdatedRows } = await db
      .updateTable('attempts')
      .set({ leaseUntil: addSeconds(leaseNow, attempt.leaseSeconds) })
      .where('id', '=', attempt.attemptId)
      .where('state', '=', 'open')
      .where('fence', '=', attempt.fence)
      .where(isFreeToMoveMoney)
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  })
