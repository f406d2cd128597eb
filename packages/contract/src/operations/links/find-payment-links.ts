import { z } from 'zod'
import { idInput } from '../../resources/fields.ts'
import { listOf } from '../../resources/list.ts'
import { paymentLink } from '../../resources/payment-link.ts'
import { none } from '../parts/common-parts.ts'
import { createdBetween, pageQuery } from '../parts/list-query.ts'
import { operation } from '../parts/operation.ts'

/** Lists payment links, active or not. */
export const findPaymentLinks = operation({
  name: 'findPaymentLinks',
  method: 'GET',
  path: '/payment-links',
  summary: 'Find payment links',
  description: ['Lists payment links, latest first, active or not. All filters must hold together.'],
  callers: ['merchant'],
  scope: { resource: 'payment_links', access: 'read' },
  params: none,
  query: z.strictObject({
    ...pageQuery,
    ...createdBetween,
    plan_id: idInput.optional().meta({ description: 'Only links that sell this plan.' }),
    active: z
      .enum(['true', 'false'])
      .optional()
      .meta({ description: '`true`: only active links. `false`: only inactive ones.' }),
  }),
  body: null,
  answer: listOf(paymentLink),
  problems: [],
})
