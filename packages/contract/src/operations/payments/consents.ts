import { z } from 'zod'
import { filtersByCreatedAt, filtersByCustomer, pageQuery } from '../parts/list-query.ts'
import { idParam, operation } from '../parts/operation.ts'
import { consent } from '../../resources/consent.ts'
import { idInput } from '../../resources/fields.ts'
import { listOf } from '../../resources/list.ts'

/** Returns one consent. */
export const findConsent = operation({
  method: 'GET',
  path: '/consents/{id}',
  summary: 'Find a consent',
  description: ['Answers what a shopper agreed to: the words as they were rendered, and the terms.'],
  callers: ['merchant'],
  scope: { resource: 'payments', access: 'read' },
  params: idParam,
  answer: consent,
  problems: ['not_found'],
})

/** Lists what shoppers agreed to. */
export const findConsents = operation({
  method: 'GET',
  path: '/consents',
  summary: 'Find consents',
  description: [
    'Lists what shoppers agreed to, latest first: purchases, changes without a charge, and resumes.',
    'A declined payment has a consent, too, because its shopper agreed before it was declined. All filters must hold together.',
  ],
  callers: ['merchant'],
  scope: { resource: 'payments', access: 'read' },
  query: z.strictObject({
    ...pageQuery,
    ...filtersByCreatedAt,
    ...filtersByCustomer('consents'),
    payment_id: idInput.optional().describe('Only the consent to this payment.'),
    subscription_id: idInput.optional().describe('Only consents that this subscription was begun or changed by.'),
  }),
  answer: listOf(consent),
})

/** Returns the shopper's consent to one payment. */
export const findPaymentConsent = operation({
  method: 'GET',
  path: '/payments/{id}/consent',
  summary: 'Find the consent to a payment',
  description: [
    'Answers what the shopper agreed to when they made this payment. A payment that no shopper made, such as a renewal, has none: that is answered with `not_found`.',
  ],
  callers: ['merchant'],
  scope: { resource: 'payments', access: 'read' },
  params: idParam,
  answer: consent,
  problems: ['not_found'],
})
