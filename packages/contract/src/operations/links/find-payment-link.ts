import { paymentLink } from '../../resources/payment-link.ts'
import { idParam, none } from '../parts/common-parts.ts'
import { operation } from '../parts/operation.ts'

/** Returns one payment link, active or not. */
export const findPaymentLink = operation({
  name: 'findPaymentLink',
  method: 'GET',
  path: '/payment-links/{id}',
  summary: 'Find a payment link',
  description: ['Answers one payment link, active or not. It changes nothing.'],
  callers: ['merchant'],
  scope: { resource: 'payment_links', access: 'read' },
  params: idParam,
  query: none,
  body: null,
  answer: paymentLink,
  problems: ['not_found'],
})
