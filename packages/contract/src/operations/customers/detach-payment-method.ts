import { detachedPaymentMethod } from '../../resources/payment-method.ts'
import { operation } from '../parts/operation.ts'
import { idParam, none } from '../parts/common-parts.ts'

/** Forgets a stored payment method: nothing is charged to it any more, and it is listed no more. */
export const detachPaymentMethod = operation({
  name: 'detachPaymentMethod',
  method: 'DELETE',
  path: '/payment-methods/{id}',
  summary: 'Detach a payment method',
  description: [
    'Forgets a stored payment method: it is listed no more, and no charge begins with it once this is answered.',
    'The answer names the `subscriptions` that it paid. Each is paid by another method of its customer from now on, the one that was used last and has not expired. Without one it falls past due when its next charge is due, unless its customer gives it another method before. Payments keep what they were made with. Detaching it again changes nothing. It cannot be undone: the customer has to enter it anew.',
  ],
  callers: ['merchant'],
  scope: { resource: 'customers', access: 'write' },
  params: idParam,
  query: none,
  body: null,
  answer: detachedPaymentMethod,
  problems: ['not_found'],
})
