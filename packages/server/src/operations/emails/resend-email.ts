import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { resendEmail } from '../../billing/emails/resend-email.ts'
import { route } from '../../http/route.ts'

/** Answers POST /emails/{id}/resend. */
export const resendEmailRoute = (billing: Billing) =>
  route(operations.resendEmail, ({ params, body, call }) => resendEmail(billing, call, params.id, body))
