import { discount } from '../../resources/discount.ts'
import { idParam, none } from '../parts/common-parts.ts'
import { operation } from '../parts/operation.ts'

/** Returns one discount, archived or not. */
export const findDiscount = operation({
  name: 'findDiscount',
  method: 'GET',
  path: '/discounts/{id}',
  summary: 'Find a discount',
  description: ['Answers one discount, archived or not. It changes nothing.'],
  callers: ['merchant'],
  scope: { resource: 'discounts', access: 'read' },
  params: idParam,
  query: none,
  body: null,
  answer: discount,
  problems: ['not_found'],
})
