import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { answerCheckoutAgain, updateCheckout } from '../../billing/checkout/update-checkout.ts'
import { route } from '../../http/route.ts'

/** Answers PATCH /checkout/{session_id}. */
export const updateCheckoutRoute = (billing: Billing) =>
  route(
    operations.updateCheckout,
    ({ params, query, body, call }) =>
      updateCheckout(billing, call, { sessionId: params.session_id, locale: query.locale, said: body }),
    (remembered, { params, query }) =>
      answerCheckoutAgain(billing, remembered, { sessionId: params.session_id, locale: query.locale }),
  )
