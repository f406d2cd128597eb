import { payment } from '../resources/payment.ts'
import { operation } from './operation.ts'
import { idParam, none } from './parts.ts'

/** Answers one payment; a client token finds the payments of its own session only. */
export const findPayment = operation({
  name: 'findPayment',
  method: 'GET',
  path: '/payments/{id}',
  summary: 'Find a payment',
  section: 'decisions 4',
  callers: ['merchant', 'widget'],
  scope: { resource: 'payments', access: 'read' },
  params: idParam,
  query: none,
  body: null,
  answer: payment,
  problems: ['not_found'],
})
