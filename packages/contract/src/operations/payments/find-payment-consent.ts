import { consent } from '../../resources/consent.ts'
import { idParam, none } from '../parts/common-parts.ts'
import { operation } from '../parts/operation.ts'

/** Returns the shopper's consent to one payment. */
export const findPaymentConsent = operation({
  name: 'findPaymentConsent',
  method: 'GET',
  path: '/payments/{id}/consent',
  summary: 'Find the consent to a payment',
  description: [
    'Answers what the shopper agreed to when they made this payment. A payment that no shopper made, such as a renewal, has none: that is answered with `not_found`.',
  ],
  callers: ['merchant'],
  scope: { resource: 'payments', access: 'read' },
  params: idParam,
  query: none,
  body: null,
  answer: consent,
  problems: ['not_found'],
})
