import { paymentMethod } from '../resources/payment-method.ts'
import { operation } from './operation.ts'
import { idParam, none } from './parts.ts'

/** Forgets a stored payment method: nothing is charged to it any more, and it is listed no more. */
export const detachPaymentMethod = operation({
  name: 'detachPaymentMethod',
  method: 'DELETE',
  path: '/payment-methods/{id}',
  summary: 'Detach a payment method',
  section: 'decisions 4',
  callers: ['merchant'],
  scope: { resource: 'customers', access: 'write' },
  params: idParam,
  query: none,
  body: null,
  answer: paymentMethod,
  problems: ['not_found'],
})
