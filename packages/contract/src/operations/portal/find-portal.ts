import { z } from 'zod'
import { pageLocale } from '../../resources/fields.ts'
import { portal } from '../../resources/portal.ts'
import { none } from '../parts/common-parts.ts'
import { operation } from '../parts/operation.ts'

/** Returns everything that the portal shows, and a new client token. */
export const findPortal = operation({
  name: 'findPortal',
  method: 'GET',
  path: '/portal-session',
  summary: 'Read the portal, as its page does',
  description: [
    'Answers everything that the `<billing-portal>` element shows, in one read, with amounts and dates written for the locale, and a new client token. It changes nothing.',
  ],
  callers: ['portal'],
  scope: null,
  params: none,
  query: z.strictObject({
    locale: pageLocale
      .optional()
      .describe('Language tag of the page. The session’s own locale counts more, then this, the customer’s, English.'),
  }),
  body: null,
  answer: portal,
  problems: [],
})
