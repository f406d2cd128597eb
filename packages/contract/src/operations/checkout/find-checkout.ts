import { z } from 'zod'
import { checkout } from '../../resources/checkout.ts'
import { idInput, pageLocale } from '../../resources/fields.ts'
import { operation } from '../parts/operation.ts'

/** Returns everything that the element needs in one answer. Anyone who knows the session's id may call it. */
export const findCheckout = operation({
  name: 'findCheckout',
  method: 'GET',
  path: '/checkout/{session_id}',
  summary: 'Read a checkout',
  description: [
    'Answers everything that the checkout page needs at once: session, quote, texts of amounts, saved methods, what the law asks for, and a client token for what comes next. The `<billing-checkout>` element calls it; a backend has no need to.',
    'The session’s id is the capability: no credential is needed, and the answer shows of the customer only what may be on their screen. A page that calls must be served from an origin that your organization allows.',
    'It charges nothing. The amount due is frozen for half an hour when the session is opened or changed. After that, this request freezes it for another half hour at most. The amount shown is the amount charged. A known session is always answered, whatever its phase. The receipt of a completed one is shown for 24 hours, after that only its phase.',
  ],
  callers: ['anyone'],
  scope: null,
  params: z.strictObject({ session_id: idInput.describe('Identifier of the client session.') }),
  query: z.strictObject({
    locale: pageLocale
      .optional()
      .describe(
        'Language tag that texts and amounts are written for; absent, or no tag: the session’s, else the browser’s.',
      ),
  }),
  body: null,
  answer: checkout,
  problems: ['not_found', 'origin_not_allowed'],
})
