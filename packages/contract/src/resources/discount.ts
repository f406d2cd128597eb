import { z } from 'zod'
import { amount, currencyCode, idOf, nullableText, nullableTimestamp, timestamp } from './fields.ts'

/** How long a discount lowers the price. */
export const discountDurations = ['once', 'periods', 'forever'] as const

/** A discount that shoppers get by entering its code, or that the merchant gives them. */
export const discount = z
  .strictObject({
    id: idOf('disc').describe('Identifier of the discount.'),
    name: z.string().describe('Name that shoppers see, such as in the quote, in receipts and in emails.'),
    code: nullableText.describe('The code that shoppers enter, compared without case; null: it has none.'),
    percent_off: z
      .number()
      .nullable()
      .describe('Per cent of the price, 0.01 to 100; null if an amount is taken off. The result is rounded once.'),
    amount_off: z
      .strictObject({
        amount: amount.describe('Minor units for each subscription and period; the price never falls below 0.'),
        currency: currencyCode.describe('Currency of the amount; the discount is for prices in it alone.'),
      })
      .nullable()
      .describe('Amount off the price; null if a percentage is taken off.'),
    duration: z
      .enum(discountDurations)
      .describe('`once`: the first paid period. `periods`: the first `periods` paid periods. `forever`: every one.'),
    periods: z.int().nullable().describe('Number of paid periods; null unless `duration` is `periods`.'),
    plans: z.array(z.string()).describe('Identifiers of plans, and groups of plans, that it is for; `[]`: every plan.'),
    max_redemptions: z.int().nullable().describe('How many purchases may redeem it; null: no limit.'),
    max_per_customer: z
      .int()
      .nullable()
      .describe('How many purchases of one customer, e-mail address or card may redeem it; null: no limit.'),
    starts_at: nullableTimestamp.describe('From when it can be redeemed, by the billing clock; null: at once.'),
    ends_at: nullableTimestamp.describe('Until when it can be redeemed, by the billing clock; null: no end.'),
    archived_at: nullableTimestamp.describe('When it was archived; null: it is not archived.'),
    redeemed: z
      .int()
      .describe(
        'Purchases that redeemed it, and payments whose outcome is not known yet. A payment that is declined or cancelled gives its redemption back, a refund or a failed settlement does not.',
      ),
    created_at: timestamp.describe('When the discount was created, by the billing clock.'),
    updated_at: timestamp.describe('When you created or changed the discount last, by the billing clock.'),
  })
  .meta({
    id: 'Discount',
    description:
      'A discount on the price of plans. Its identifier begins with `disc_`. What it takes off never changes.',
  })

/** A discount that shoppers get by entering its code, or that the merchant gives them. */
export type Discount = z.infer<typeof discount>

const off = {
  id: idOf('disc').describe('Identifier of the discount.'),
  name: z.string().describe('Name of the discount as it was redeemed.'),
  percent_off: z.number().nullable().describe('Per cent of the price; null if an amount is taken off.'),
  amount_off: z
    .strictObject({ amount: amount.describe('Minor units.'), currency: currencyCode.describe('Its currency.') })
    .nullable()
    .describe('Amount off the price of each period; null if a percentage is taken off.'),
  duration: z
    .enum(discountDurations)
    .describe('`once`: one paid period. `periods`: a number of paid periods. `forever`: every one.'),
  periods_left: z
    .int()
    .nullable()
    .describe('How many paid periods it still lowers, the next full charge included; null: every one.'),
}

/** The discount of a subscription, with the terms at its redemption. */
export const subscriptionDiscount = z
  .strictObject({
    ...off,
    period_amount: amount.describe(
      'What a period costs with the discount, in minor units of the subscription’s currency, before tax that is added on top. After a scheduled change that keeps the discount it is on the new price.',
    ),
    period_amount_after: amount
      .nullable()
      .describe('What a period costs from `ends_at` on, before tax that is added on top; null if that is null.'),
    ends_at: nullableTimestamp.describe(
      'When the first charge without it falls due, as far as is known now; null if it never ends, and if no charge is to come.',
    ),
  })
  .describe('The discount of a subscription, as it was redeemed.')

/** A discount's reduction and prices, formatted for the locale. */
const discountDisplay = {
  formatted_off: z.string().describe('What it takes off, written for the locale: `20%` or `€2.00`.'),
  formatted_amount: z
    .string()
    .describe('What a period, or the one-off plan, costs with it, tax included, written for the locale.'),
  ends: z
    .strictObject({
      at: timestamp.describe('When the first charge without it falls due.'),
      date: z.string().describe('The same, written for the locale in UTC.'),
      formatted_amount: z.string().describe('What every period costs from then on, tax included.'),
    })
    .nullable()
    .describe('The end of the discount; null if it never ends, and for a one-off plan.'),
}

/** The discount of a checkout's quote. */
export const checkoutDiscount = z
  .strictObject({
    ...off,
    code: nullableText.describe(
      'The code that the session names it by; null if your backend named it by id, or a subscription has it.',
    ),
    ...discountDisplay,
  })
  .describe('The discount in use.')

/** The discount of a subscription, as the portal shows it. */
export const portalDiscount = z
  .strictObject({ name: off.name, ...discountDisplay })
  .describe('The discount of the subscription.')
