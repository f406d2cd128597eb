import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { createRecoveryLink, withLink } from '../../billing/links/recovery-links.ts'
import { route } from '../../http/route.ts'

/** Answers POST /subscriptions/{id}/recovery-link. */
export const createRecoveryLinkRoute = (billing: Billing) =>
  route(
    operations.createRecoveryLink,
    ({ params, call }) => createRecoveryLink(billing, call, params.id),
    async (remembered, { call }) => withLink(billing, call, remembered),
  )
