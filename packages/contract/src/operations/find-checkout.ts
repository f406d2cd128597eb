import { z } from 'zod'
import { checkout } from '../resources/checkout.ts'
import { idInput, localeInput } from '../resources/fields.ts'
import { operation } from './operation.ts'

/** Answers everything the widget needs in one round trip; the session id is the capability. */
export const findCheckout = operation({
  name: 'findCheckout',
  method: 'GET',
  path: '/checkout/{session_id}',
  summary: 'Read a checkout',
  section: 'decisions 3',
  callers: ['anyone'],
  scope: null,
  params: z.strictObject({ session_id: idInput }),
  query: z.strictObject({ locale: localeInput.optional() }),
  body: null,
  answer: checkout,
  problems: ['not_found', 'origin_not_allowed'],
})
