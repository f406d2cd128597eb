import { payment } from '../../resources/payment.ts'
import { operation } from '../parts/operation.ts'
import { idParam, none } from '../parts/common-parts.ts'

/** Returns one payment; a client token finds only payments of its own session. */
export const findPayment = operation({
  name: 'findPayment',
  method: 'GET',
  path: '/payments/{id}',
  summary: 'Find a payment',
  description: [
    'Answers one payment as it is now. Ask for it while a payment is `PENDING`; asking changes nothing.',
    'A client token finds the payments of its own session only, and sees in them neither metadata nor what the processor said; while the shopper has something to do, `next_action` says where.',
  ],
  callers: ['merchant', 'widget', 'portal'],
  scope: { resource: 'payments', access: 'read' },
  params: idParam,
  query: none,
  body: null,
  answer: payment,
  problems: ['not_found'],
})
