import { loadClientSession } from './client-sessions.ts'
import type { OrganizationDatabase } from '../in-organization.ts'
import { loadPaymentRow } from './payments.ts'

/** The locales that a payment's shopper is known to read, best first: that of the text they agreed to, then that of their session. */
export const localesOfPayment = async (
  db: OrganizationDatabase,
  paymentId: string,
): Promise<readonly (string | null | undefined)[]> => {
  const payment = await loadPaymentRow(db, paymentId)
  if (payment === undefined) return []
  const { consent, sessionId } = payment
  const session = sessionId === null ? undefined : await loadClientSession(db, sessionId)
  return [(consent as { readonly locale?: string } | null)?.locale, session?.members.options?.locale]
}
