import { z } from 'zod'
import { email } from '../../resources/email.ts'
import { idInput } from '../../resources/fields.ts'
import { listOf } from '../../resources/list.ts'
import { emailKinds, emailStatuses } from '../../vocabulary/emails.ts'
import { byStatus, createdBetween, ofCustomer, pageQuery } from '../parts/list-query.ts'
import { none } from '../parts/common-parts.ts'
import { operation } from '../parts/operation.ts'

/** Lists emails to customers. */
export const findEmails = operation({
  name: 'findEmails',
  method: 'GET',
  path: '/emails',
  summary: 'Find emails',
  description: [
    'Lists emails to customers, latest first, with what became of each. All filters must hold together.',
    'The list has the facts of an email, never its text, because the text may contain links that sign a customer in.',
  ],
  callers: ['merchant'],
  scope: { resource: 'emails', access: 'read' },
  params: none,
  query: z.strictObject({
    ...pageQuery,
    ...createdBetween,
    ...ofCustomer('emails'),
    subscription_id: idInput.optional().describe('Only emails about this subscription.'),
    payment_id: idInput.optional().describe('Only emails about this payment.'),
    kind: z.enum(emailKinds).optional().describe('Only emails of this kind.'),
    ...byStatus('emails', emailStatuses),
  }),
  body: null,
  answer: listOf(email),
  problems: [],
})
