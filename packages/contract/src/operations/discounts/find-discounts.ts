import { z } from 'zod'
import { discount } from '../../resources/discount.ts'
import { listOf } from '../../resources/list.ts'
import { none } from '../parts/common-parts.ts'
import { discountCode } from '../parts/discount-members.ts'
import { createdBetween, pageQuery } from '../parts/list-query.ts'
import { operation } from '../parts/operation.ts'

/** Lists discounts, archived or not. */
export const findDiscounts = operation({
  name: 'findDiscounts',
  method: 'GET',
  path: '/discounts',
  summary: 'Find discounts',
  description: ['Lists discounts, latest first, archived or not. All filters must hold together.'],
  callers: ['merchant'],
  scope: { resource: 'discounts', access: 'read' },
  params: none,
  query: z.strictObject({
    ...pageQuery,
    ...createdBetween,
    code: discountCode.optional().meta({ description: 'Only the discount with this code, compared without case.' }),
    archived: z
      .enum(['true', 'false'])
      .optional()
      .meta({ description: '`true`: only archived discounts. `false`: only others.' }),
  }),
  body: null,
  answer: listOf(discount),
  problems: [],
})
