import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { route } from '../../http/route.ts'
import { loadConsents } from '../../presenters/payments/load-consents.ts'
import { inOrganization } from '../../store/in-organization.ts'
import { found } from '../found.ts'

/** Answers GET /consents/{id}. */
export const findConsentRoute = ({ database }: Billing) =>
  route(operations.findConsent, async ({ params: { id }, call }) =>
    found(await loadConsents(inOrganization(database, call.organization.id), [id]), 'consent', id),
  )
