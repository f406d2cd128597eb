import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { charge } from '../../billing/charge/charge.ts'
import { route } from '../../http/route.ts'
import { redactFor } from '../../presenters/redaction/redact-for.ts'

/** Answers POST /payments. */
export const createPaymentRoute = (billing: Billing) =>
  route(operations.createPayment, async ({ body, call }) =>
    redactFor(call.principal, await charge(billing, call, body)),
  )
