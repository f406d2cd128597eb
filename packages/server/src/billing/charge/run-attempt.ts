import type { Payment } from '@billing-checkout/contract'
import { type Beginning, type Write, write } from '../../store/write.ts'
import type { Billing } from '../billing.ts'
import { commitOutcome } from '../outcomes/commit-outcome.ts'
import { finishAttempt } from '../outcomes/finish-attempt.ts'
import type { OpenAttempt, OpenedPayment } from '../attempts/open-attempt.ts'
import { lockAttempt, type LockedAttempt } from '../attempts/lock-attempt.ts'

/**
 * Runs one attempt at moving money: commits what is about to happen, calls the processor outside any transaction, commits
 * what became of it (DECISIONS 3). The only place with two commits. A crash in between leaves an open attempt, which
 * `completeAttempts` takes up by asking the processor.
 */
export const runAttempt = async <Early = undefined>(
  billing: Billing,
  organizationId: string,
  begin: (work: Write, early: Early) => Promise<OpenedPayment>,
  beginning: Beginning<Early> = {},
): Promise<Payment> => {
  const opened = await write(billing.database, organizationId, begin, beginning)
  return 'blocked' in opened ? opened.blocked : callAndFinish(billing, organizationId, opened)
}

/** The second half of `runAttempt`, for an attempt that was committed already. */
export const callAndFinish = async (
  billing: Billing,
  organizationId: string,
  attempt: OpenAttempt,
): Promise<Payment> => {
  return commitOutcome(billing, await attempt.call(), (outcome) =>
    write(
      billing.database,
      organizationId,
      (work, locked: LockedAttempt) => finishAttempt(billing, work, attempt, outcome, locked),
      { ahead: (begun) => lockAttempt(begun, attempt), worksOn: attempt.worksOn },
    ),
  )
}
