import { consent } from '../../resources/consent.ts'
import { idParam, none } from '../parts/common-parts.ts'
import { operation } from '../parts/operation.ts'

/** Returns one consent. */
export const findConsent = operation({
  name: 'findConsent',
  method: 'GET',
  path: '/consents/{id}',
  summary: 'Find a consent',
  description: ['Answers what a shopper agreed to: the words as they were rendered, and the terms.'],
  callers: ['merchant'],
  scope: { resource: 'payments', access: 'read' },
  params: idParam,
  query: none,
  body: null,
  answer: consent,
  problems: ['not_found'],
})
