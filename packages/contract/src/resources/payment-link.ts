import { z } from 'zod'
import { idOf, nullableText, nullableTimestamp, timestamp } from './fields.ts'

/** A link through which any number of shoppers can buy a plan. */
export const paymentLink = z
  .strictObject({
    id: idOf('link').describe('Identifier of the link.'),
    plan: z
      .strictObject({ id: idOf('price').describe('Identifier of the plan.') })
      .describe('What the link sells. It never changes.'),
    quantity: z.int().min(1).describe('How many units of the plan it sells. It never changes.'),
    discount: z
      .strictObject({ id: idOf('disc').describe('Identifier of the discount.') })
      .nullable()
      .describe('The discount that each purchase redeems; null: none. It never changes.'),
    active: z
      .boolean()
      .describe('Whether the link sells anything; false: its page says that the link no longer works.'),
    paused_at: nullableTimestamp.describe(
      'When the link was paused because most of its payments were declined, as when stolen cards are tried; null: it was not, or you have switched it on again.',
    ),
    max_uses: z.int().nullable().describe('How many purchases the link allows; null: no limit.'),
    uses: z
      .int()
      .describe(
        'Purchases so far, and payments whose outcome is not known yet. A payment that is declined or cancelled gives its use back, a refund or a failed settlement does not.',
      ),
    expires_at: nullableTimestamp.describe('When the link ends, by the billing clock; null: never.'),
    return_url: nullableText.describe('Address to which the page leads after the payment; null: none.'),
    url: z.url().describe('Address of the page. Anyone who has it can see the plan, and buy it.'),
    created_at: timestamp.describe('When the link was created, by the billing clock.'),
    updated_at: timestamp.describe('When you created or changed the link last, by the billing clock.'),
  })
  .meta({
    id: 'PaymentLink',
    description: 'A link to a page of ours on which any shopper buys a plan. Its identifier begins with `link_`.',
  })

/** A link through which any number of shoppers can buy a plan. */
export type PaymentLink = z.infer<typeof paymentLink>
