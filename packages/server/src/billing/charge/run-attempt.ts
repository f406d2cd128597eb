import type { Payment } from '@billing-checkout/contract'
import { repeatDuringOutage } from '@billing-checkout/database/errors'
import { newId } from '../../store/writes/new-id.ts'
import { type UnitOfWork, type Write, write } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'
import { commitOutcome } from '../outcomes/commit-outcome.ts'
import { closeAttempt, finishAttempt } from '../outcomes/finish-attempt.ts'
import { commitOpening } from '../outcomes/commit-opening.ts'
import type { NextAttempt, OpenAttempt, OpenedPayment } from '../attempts/open-attempt.ts'
import { observeOutcome, observePayment } from '../payments/observe-payment.ts'
import { lockAttempt, type LockedAttempt } from '../attempts/lock-attempt.ts'
import { certainlyHadNoEffect } from '../../processors/certainly-had-no-effect.ts'
import type { FinalOutcome, ProcessorOutcome } from '../../processors/processor.ts'
import { ConnectionHeld } from '../../store/reconcile-first/connection-held.ts'

/**
 * Runs one attempt to move money: commits its record, calls the processor outside any transaction, and commits the outcome (DECISIONS 3).
 * Code that opens an attempt in its own transaction calls `callAndFinish` after the commit. A crash between the two commits leaves an open
 * attempt; `completeAttempts` finishes it by querying the processor.
 */
export const runAttempt = async <Loaded = undefined>(
  billing: Billing,
  organizationId: string,
  opening: UnitOfWork<OpenedPayment, Loaded> | ((work: Write) => Promise<OpenedPayment>),
  { fallback, onNotOpened }: RunOptions<Loaded> = {},
): Promise<Payment> => {
  const opened = await commitOpening(billing, organizationId, opening, { attemptOf: attemptOfPayment })
    .catch((error: unknown) => {
      if (fallback === undefined || !(error instanceof ConnectionHeld)) throw error
      return commitOpening(billing, organizationId, fallback(error), { attemptOf: attemptOfPayment })
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

/** What to do if the attempt is not opened. */
interface RunOptions<Loaded> {
  /** Opens the attempt over another connection if the first connection refused it before anything was committed. */
  readonly fallback?: ((heldConnection: ConnectionHeld) => UnitOfWork<OpenedPayment, Loaded>) | undefined
  /** Called if no attempt is opened, so no processor is called. */
  readonly onNotOpened?: () => void
}

/** Calls the processor for a committed attempt and commits the outcome: the second half of `runAttempt`. */
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
  const known = attempt.hasShopper && certainlyHadNoEffect(answer) ? asFailed(answer) : answer
  const payment = await commitOutcome(billing, known, (outcome) =>
    write(
      billing.database,
      organizationId,
      {
        load: (context) => lockAttempt(context, attempt),
        run: (work, locked) => finishAttempt(billing, work, attempt, outcome, locked),
        exclusiveNames: attempt.exclusiveNames?.(outcome),
      },
      'finish attempt',
    ),
  )
  observeOutcome(billing, attempt.kind, known, payment)
  return payment
}

interface HandedOn {
  readonly attempt: OpenAttempt
  readonly answer: ProcessorOutcome
  readonly next: NextAttempt
}

/**
 * Closes an attempt that certainly did nothing, and records its successor over the next connection in the same transaction. Therefore only
 * one of the two can charge at any time, and a crash leaves only one open attempt to query (DECISIONS 3). If another worker holds the
 * attempt, or if the next connection also refuses the charge, this changes nothing and returns `undefined`.
 */
const handOn = async (
  billing: Billing,
  organizationId: string,
  { attempt, answer, next }: HandedOn,
): Promise<OpenAttempt | undefined> => {
  try {
    const unit: UnitOfWork<OpenAttempt | undefined, LockedAttempt> = {
      load: (context) => lockAttempt(context, attempt),
      async run(work, { isHeld, attempt: locked }) {
        if (!isHeld) return undefined
        const attemptId = newId('att', work)
        closeAttempt(work, locked, asFailed(answer), attemptId)
        const { vaultId } = locked.request.notes
        if (vaultId !== undefined) await billing.vault.forget(work.db, { organizationId, id: vaultId })
        return next.open(work, attemptId)
      },
    }
    const opened = await repeatDuringOutage(() =>
      commitOpening(billing, organizationId, unit, { attemptOf: (last) => last, name: 'hand attempt on' }),
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
    if (error instanceof ConnectionHeld) return undefined
    throw error
  }
}

/** The final outcome of a call that certainly did nothing. */
const asFailed = (answer: ProcessorOutcome): FinalOutcome =>
  answer.kind === 'failed' ? answer : { kind: 'failed', message: messageOf(answer), notExecuted: true }

const messageOf = (answer: ProcessorOutcome): string => ('message' in answer ? answer.message : '')
