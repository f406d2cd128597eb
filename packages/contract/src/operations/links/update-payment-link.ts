import { z } from 'zod'
import { paymentLink } from '../../resources/payment-link.ts'
import { idParam, none } from '../parts/common-parts.ts'
import { linkMembers } from '../parts/link-members.ts'
import { operation } from '../parts/operation.ts'

/** Deactivates or activates a payment link, or changes its limits or its return address. */
export const updatePaymentLink = operation({
  name: 'updatePaymentLink',
  method: 'PATCH',
  path: '/payment-links/{id}',
  summary: 'Update a payment link',
  description: [
    'Switches a payment link off or on, or changes its limits or where its page leads after the payment. Members that are absent stay as they are. Plan, quantity and discount never change: for others create another link.',
    'A link that is inactive, expired or used up sells nothing, and open sessions of it count as expired. A payment that has begun is finished.',
    'A link pauses itself, with the event `payment_link.paused`, if within an hour at least 20 of its payments are declined, and four times as many as are approved. `active: true` lets it sell again and begins a new count.',
  ],
  callers: ['merchant'],
  scope: { resource: 'payment_links', access: 'write' },
  params: idParam,
  query: none,
  body: z.strictObject({
    active: z.boolean().optional().describe('false: the link sells nothing. true: it sells again.'),
    ...linkMembers,
  }),
  answer: paymentLink,
  problems: ['not_found'],
})
