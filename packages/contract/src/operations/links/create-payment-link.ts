import { z } from 'zod'
import { idInput } from '../../resources/fields.ts'
import { quantity, quantityDescription } from '../../resources/plan.ts'
import { paymentLink } from '../../resources/payment-link.ts'
import { none } from '../parts/common-parts.ts'
import { linkMembers } from '../parts/link-members.ts'
import { operation } from '../parts/operation.ts'

/** Creates a link through which any number of shoppers can buy a plan. */
export const createPaymentLink = operation({
  name: 'createPaymentLink',
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
  params: none,
  query: none,
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
