import { z } from 'zod'
import { email } from '../resources/email.ts'
import { idInput } from '../resources/fields.ts'
import { listOf } from '../resources/list.ts'
import { emailKinds, emailStatuses } from '../vocabulary/emails.ts'
import { filtersByStatus, filtersByCreatedAt, filtersByCustomer, pageQuery } from './parts/list-query.ts'
import { idParam, operation } from './parts/operation.ts'

/** Lists emails to customers. */
export const findEmails = operation({
  method: 'GET',
  path: '/emails',
  summary: 'Find emails',
  description: [
    'Lists emails to customers, latest first, with what became of each. All filters must hold together.',
    'The list has the facts of an email, never its text, because the text may contain links that sign a customer in.',
  ],
  callers: ['merchant'],
  scope: { resource: 'emails', access: 'read' },
  query: z.strictObject({
    ...pageQuery,
    ...filtersByCreatedAt,
    ...filtersByCustomer('emails'),
    subscription_id: idInput.optional().describe('Only emails about this subscription.'),
    payment_id: idInput.optional().describe('Only emails about this payment.'),
    kind: z.enum(emailKinds).optional().describe('Only emails of this kind.'),
    ...filtersByStatus('emails', emailStatuses),
  }),
  answer: listOf(email),
})

/** Sends an email again. */
export const resendEmail = operation({
  method: 'POST',
  path: '/emails/{id}/resend',
  summary: 'Resend an email',
  description: [
    'Queues a copy of an email, with an id and a `Message-ID` of its own, and answers the copy. It states the same facts in the same language.',
    'The copy goes to the address of the first email. With `to: current` it goes to the customer’s current address, which a scoped key may only ask for if it may write `customers`.',
    'The copy is suppressed like any email if its kind is switched off, or if what it announces no longer holds.',
    'Emails that sign a customer in are never resent: `email_not_resendable`.',
  ],
  callers: ['merchant'],
  scope: { resource: 'emails', access: 'write' },
  params: idParam,
  body: z.strictObject({
    to: z
      .enum(['original', 'current'])
      .optional()
      .describe('`original`, the default: the address of the first email. `current`: the customer’s address now.'),
  }),
  answer: email,
  problems: ['not_found', 'email_not_resendable'],
})
