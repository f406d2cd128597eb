import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { route } from '../../http/route.ts'
import { loadDisputes } from '../../presenters/payments/load-disputes.ts'
import { found } from '../found.ts'
import { inOrganization } from '../../store/in-organization.ts'

/** Answers GET /disputes/{id}. */
export const findDisputeRoute = ({ database }: Billing) =>
  route(operations.findDispute, async ({ params: { id }, call }) =>
    found(await loadDisputes(inOrganization(database, call.organization.id), [id]), 'dispute', id),
  )
