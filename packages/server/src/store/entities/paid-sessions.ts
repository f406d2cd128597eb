import type { ClientSessionRow, PaymentRow } from '../rows.ts'
import type { OrganizationDatabase } from '../in-organization.ts'
import { loadClientSession } from './client-sessions.ts'
import { loadPaymentRow } from './payments.ts'

/**
 * A payment and its client session. If the payment was made outside any session, `session` is undefined; if there is no such payment, both
 * are.
 */
export interface PaidSession {
  readonly payment: PaymentRow | undefined
  readonly session: ClientSessionRow | undefined
}

/** Loads a payment by its id, with its session if it has one. */
export const loadPaidSession = async (db: OrganizationDatabase, paymentId: string): Promise<PaidSession> => {
  const payment = await loadPaymentRow(db, paymentId)
  const session = payment?.sessionId ? await loadClientSession(db, payment.sessionId) : undefined
  return { payment, session }
}
