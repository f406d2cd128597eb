import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { grantCredit } from '../../billing/customers/grant-credit.ts'
import { route } from '../../http/route.ts'

/** Answers POST /customers/{id}/credit. */
export const grantCreditRoute = (billing: Billing) =>
  route(operations.grantCredit, ({ params, body, call }) => grantCredit(billing, call, params.id, body))
