import { z } from 'zod'
import { idInput, timestampInput } from '../resources/fields.ts'
import { listOf } from '../resources/list.ts'
import { paymentLink } from '../resources/payment-link.ts'
import { quantity, quantityDescription } from '../resources/plan.ts'
import { filtersByCreatedAt, pageQuery } from './parts/list-query.ts'
import { idParam, operation } from './parts/operation.ts'
import { returnUrl } from './parts/session-members.ts'

/** The members of a payment link that can change. The bodies of creating and updating share them. */
const linkMembers = {
  max_uses: z
    .int()
    .min(1)
    .max(1_000_000)
    .nullish()
    .describe('How many purchases the link allows, 1 to 1000000; null, the default: no limit.'),
  expires_at: timestampInput.nullish().describe('When the link ends, by the billing clock; null: never, the default.'),
  return_url: returnUrl
    .nullish()
    .describe('Address to which the page leads after the payment; null: none. You must allow its origin.'),
}

/** Creates a link through which any number of shoppers can buy a plan. */
export const createPaymentLink = operation({
  method: 'POST',
  path: '/payment-links',
  summary: 'Create a payment link',
  description: [
    'Creates a link to a page of ours on which any shopper buys a plan, such as for a newsletter or a printed code. The page shows your name, the plan and its price, and asks for an e-mail address; a button press there opens a client session, which the checkout at `/pay/{session_id}` completes.',
    'Such a session names no customer of yours: it shows no stored method, and the plan’s trial is given once to an e-mail address and card. Opening the link opens no session.',
    'A link whose discount has ended or is used up sells nothing, like one that is used up itself. If a shopper may not redeem the discount any more, the checkout shows the price without it.',
    'A live server without a `FRAME_ORIGIN` of its own serves no pages: `unavailable`.',
  ],
  callers: ['merchant'],
  scope: { resource: 'payment_links', access: 'write' },
  body: z.strictObject({
    plan: z
      .strictObject({
        id: idInput.describe('Identifier of the plan.'),
        quantity: quantity.optional().describe(quantityDescription),
      })
      .describe('What the link sells.'),
    discount: z
      .strictObject({ id: idInput.describe('Identifier of the discount.') })
      .optional()
      .describe('The discount that each purchase redeems, as far as its limits allow; the page shows it.'),
    ...linkMembers,
  }),
  answer: paymentLink,
  problems: ['not_found', 'plan_archived', 'discount_invalid'],
})

/** Returns one payment link, active or not. */
export const findPaymentLink = operation({
  method: 'GET',
  path: '/payment-links/{id}',
  summary: 'Find a payment link',
  description: ['Answers one payment link, active or not. It changes nothing.'],
  callers: ['merchant'],
  scope: { resource: 'payment_links', access: 'read' },
  params: idParam,
  answer: paymentLink,
  problems: ['not_found'],
})

/** Lists payment links, active or not. */
export const findPaymentLinks = operation({
  method: 'GET',
  path: '/payment-links',
  summary: 'Find payment links',
  description: ['Lists payment links, latest first, active or not. All filters must hold together.'],
  callers: ['merchant'],
  scope: { resource: 'payment_links', access: 'read' },
  query: z.strictObject({
    ...pageQuery,
    ...filtersByCreatedAt,
    plan_id: idInput.optional().meta({ description: 'Only links that sell this plan.' }),
    active: z
      .enum(['true', 'false'])
      .optional()
      .meta({ description: '`true`: only active links. `false`: only inactive ones.' }),
  }),
  answer: listOf(paymentLink),
})

/** Deactivates or activates a payment link, or changes its limits or its return address. */
export const updatePaymentLink = operation({
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
  body: z.strictObject({
    active: z.boolean().optional().describe('false: the link sells nothing. true: it sells again.'),
    ...linkMembers,
  }),
  answer: paymentLink,
  problems: ['not_found'],
})
