import { detachedPaymentMethod } from '../../resources/payment-method.ts'
import { operation } from '../parts/operation.ts'
import { idParam, none } from '../parts/common-parts.ts'

/** Detaches a stored payment method. It is no longer charged and no longer listed. */
export const detachPaymentMethod = operation({
  name: 'detachPaymentMethod',
  method: 'DELETE',
  path: '/payment-methods/{id}',
  summary: 'Detach a payment method',
  description: [
    'Detaches a stored payment method: it is no longer listed, and no charge begins with it after this answer.',
    'The answer names the `subscriptions` that it paid. Each is paid from now on by the method of its customer that was used last and has not expired. Without such a method it becomes past due at its next charge, unless its customer adds one before. Earlier payments still show the detached method. Detaching it again changes nothing. It can’t be undone: the customer has to enter the method again.',
  ],
  callers: ['merchant', 'portal'],
  scope: { resource: 'customers', access: 'write' },
  params: idParam,
  query: none,
  body: null,
  answer: detachedPaymentMethod,
  problems: ['not_found'],
})
