import type { Payment } from '@billing-checkout/contract'
import { type UnitOfWork, type Write, write } from '../../store/write.ts'
import type { Billing } from '../billing.ts'
import { commitOutcome } from '../outcomes/commit-outcome.ts'
import { finishAttempt } from '../outcomes/finish-attempt.ts'
import type { OpenAttempt, OpenedPayment } from '../attempts/open-attempt.ts'
import { observeOutcome, observePayment } from '../payments/observe-payment.ts'
import { lockAttempt } from '../attempts/lock-attempt.ts'

/**
 * Runs one attempt at moving money: commits what is about to happen, calls the processor outside any transaction, and commits the
 * outcome (DECISIONS 3). Whoever begins an attempt in a transaction of their own makes
 * its call by `callAndFinish` after that. A crash in between leaves an open attempt, which `completeAttempts`
 * finishes by asking the processor.
 */
export const runAttempt = async <Loaded = undefined>(
  billing: Billing,
  organizationId: string,
  opening: UnitOfWork<OpenedPayment, Loaded> | ((work: Write) => Promise<OpenedPayment>),
): Promise<Payment> => {
  const opened = await write(billing.database, organizationId, opening, 'open attempt')
  if (!('blocked' in opened)) return callAndFinish(billing, organizationId, opened)
  observePayment(billing, opened.blocked)
  return opened.blocked
}

/** Makes the call of an attempt that is committed already, and commits its outcome: the second half of `runAttempt`. */
export const callAndFinish = async (
  billing: Billing,
  organizationId: string,
  attempt: OpenAttempt,
): Promise<Payment> => {
  const answer = await attempt.callProcessor()
  const payment = await commitOutcome(billing, answer, (outcome) =>
    write(
      billing.database,
      organizationId,
      {
        load: (context) => lockAttempt(context, attempt),
        run: (work, locked) => finishAttempt(billing, work, attempt, outcome, locked),
        exclusiveNames: attempt.exclusiveNames,
      },
      'finish attempt',
    ),
  )
  observeOutcome(billing, attempt.kind, answer, payment)
  return payment
}
