import { Problem } from '@billing-checkout/contract'
import { lookup } from '../../store/queries/lookup.ts'
import type { ClientSessionRow } from '../../store/rows.ts'
import type { LoadContext, Write } from '../../store/writes/write.ts'
import { paymentInProgress } from '../checks/payment-in-progress.ts'

/** Throws if a session can no longer change, because it is completed, expired or being paid. */
export const refuseUnlessOpen = async (work: Write, session: ClientSessionRow): Promise<void> =>
  refuseClosedSession(
    work,
    session,
    session.completedAt === null ? await findUnfinishedPayment(work, session.id) : undefined,
  )

/** The check of {@link refuseUnlessOpen} for a caller who already knows whether a payment of the session is unfinished. */
export const refuseClosedSession = (
  { now }: Pick<Write, 'now'>,
  session: ClientSessionRow,
  unfinished: UnfinishedPayment | undefined,
): void => {
  if (session.completedAt !== null) {
    throw new Problem('session_completed', `Client session ${session.id} was completed at ${session.completedAt}.`)
  }
  if (unfinished) {
    throw paymentInProgress(`Payment ${unfinished.id} of this client session`)
  }
  if (now >= session.expiresAt) {
    throw new Problem('session_expired', `Client session ${session.id} expired at ${session.expiresAt}.`)
  }
}

/** A session's payment whose outcome is not yet known. */
export interface UnfinishedPayment {
  readonly id: string
}

/** Finds the session's payment whose outcome is not yet known. */
export const findUnfinishedPayment = async (
  { find }: LoadContext,
  sessionId: string,
): Promise<UnfinishedPayment | undefined> => (await find(pendingOfSession, [sessionId]))[0]

const pendingOfSession = lookup('payments', ['sessionId'], { where: `found.payment_status = 'PENDING'` })
