import { operations, Problem } from '@billing-checkout/contract'
import { shareConnection } from '@billing-checkout/database'
import type { Billing } from '../../billing/billing.ts'
import { withNextAction } from '../../billing/attempts/wait-for-shopper.ts'
import { route } from '../../http/route.ts'
import { redactFor } from '../../presenters/redaction/redact-for.ts'
import { inOrganization } from '../../store/in-organization.ts'
import { loadPaymentRow } from '../../store/entities/payments.ts'
import { loadPayments } from '../../presenters/payments/load-payments.ts'
import { found } from '../found.ts'

/** Answers GET /payments/{id}. */
export const findPaymentRoute = (billing: Billing) =>
  route(operations.findPayment, async ({ params: { id }, call: { organization, principal } }) => {
    const db = inOrganization(shareConnection(billing.database), organization.id)
    if (principal.kind === 'widget') {
      const row = await loadPaymentRow(db, id)
      if (row?.sessionId !== principal.sessionId) {
        throw new Problem('insufficient_permission', 'A client token finds the payments of its own session only.')
      }
    }
    const payment = found(await loadPayments(db, [id]), 'payment', id)
    return principal.kind === 'widget'
      ? withNextAction(billing, db, redactFor(principal, payment))
      : redactFor(principal, payment)
  })
