import { customer } from '../../resources/customer.ts'
import { operation } from '../parts/operation.ts'
import { idParam, none } from '../parts/common-parts.ts'

/** Returns one customer. */
export const findCustomer = operation({
  name: 'findCustomer',
  method: 'GET',
  path: '/customers/{id}',
  summary: 'Find a customer',
  description: ['Answers one customer with the stored payment methods and all subscriptions. It changes nothing.'],
  callers: ['merchant', 'portal'],
  scope: { resource: 'customers', access: 'read' },
  params: idParam,
  query: none,
  body: null,
  answer: customer,
  problems: ['not_found'],
})
