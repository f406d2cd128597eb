import { operations, Problem } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { route } from '../../http/route.ts'
import { consentIdOfPayment } from '../../presenters/payments/consent-ids.ts'
import { loadConsents } from '../../presenters/payments/load-consents.ts'
import { inOrganization } from '../../store/in-organization.ts'

/** Answers GET /payments/{id}/consent. */
export const findPaymentConsentRoute = ({ database }: Billing) =>
  route(operations.findPaymentConsent, async ({ params: { id }, call }) => {
    const [consent] = await loadConsents(inOrganization(database, call.organization.id), [consentIdOfPayment(id)])
    if (consent?.payment_id !== id)
      throw new Problem('not_found', `There is no payment ${id} that a shopper consented to.`)
    return consent
  })
