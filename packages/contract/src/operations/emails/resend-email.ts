import { z } from 'zod'
import { email } from '../../resources/email.ts'
import { operation } from '../parts/operation.ts'
import { idParam, none } from '../parts/common-parts.ts'

/** Sends an email again. */
export const resendEmail = operation({
  name: 'resendEmail',
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
  query: none,
  body: z.strictObject({
    to: z
      .enum(['original', 'current'])
      .optional()
      .describe('`original`, the default: the address of the first email. `current`: the customer’s address now.'),
  }),
  answer: email,
  problems: ['not_found', 'email_not_resendable'],
})
