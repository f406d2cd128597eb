import { z } from 'zod'
import { consent } from '../../resources/consent.ts'
import { idInput } from '../../resources/fields.ts'
import { listOf } from '../../resources/list.ts'
import { createdBetween, ofCustomer, pageQuery } from '../parts/list-query.ts'
import { none } from '../parts/common-parts.ts'
import { operation } from '../parts/operation.ts'

/** Lists what shoppers agreed to. */
export const findConsents = operation({
  name: 'findConsents',
  method: 'GET',
  path: '/consents',
  summary: 'Find consents',
  description: [
    'Lists what shoppers agreed to, latest first: purchases, changes without a charge, and resumes.',
    'A declined payment has a consent, too, because its shopper agreed before it was declined. All filters must hold together.',
  ],
  callers: ['merchant'],
  scope: { resource: 'payments', access: 'read' },
  params: none,
  query: z.strictObject({
    ...pageQuery,
    ...createdBetween,
    ...ofCustomer('consents'),
    payment_id: idInput.optional().describe('Only the consent to this payment.'),
    subscription_id: idInput.optional().describe('Only consents that this subscription was begun or changed by.'),
  }),
  body: null,
  answer: listOf(consent),
  problems: [],
})
