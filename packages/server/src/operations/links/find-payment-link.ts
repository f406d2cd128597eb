import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { route } from '../../http/route.ts'
import { loadPaymentLinks } from '../../presenters/plans/present-payment-link.ts'
import { inOrganization } from '../../store/in-organization.ts'
import { found } from '../found.ts'

/** Answers GET /payment-links/{id}. */
export const findPaymentLinkRoute = ({ database, publicUrl }: Billing) =>
  route(operations.findPaymentLink, async ({ params: { id }, call }) =>
    found(
      await loadPaymentLinks(publicUrl(), inOrganization(database, call.organization.id), [id]),
      'payment link',
      id,
    ),
  )
