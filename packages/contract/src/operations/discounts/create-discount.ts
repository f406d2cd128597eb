import { z } from 'zod'
import { discount, discountDurations } from '../../resources/discount.ts'
import { amountMax, currencyCode } from '../../resources/fields.ts'
import { filledText } from '../../resources/text.ts'
import { none } from '../parts/common-parts.ts'
import { discountMembers, discountName } from '../parts/discount-members.ts'
import { operation } from '../parts/operation.ts'

/** Creates a discount. */
export const createDiscount = operation({
  name: 'createDiscount',
  method: 'POST',
  path: '/discounts',
  summary: 'Create a discount',
  description: [
    'Creates a discount, with either `percent_off` or `amount_off`. An absent code or limit is null. What it takes off, for how long and from which plans never changes; for another discount create another, and archive this one.',
    'A trial is neither discounted nor counted. Only a paid charge uses up a period.',
  ],
  callers: ['merchant'],
  scope: { resource: 'discounts', access: 'write' },
  params: none,
  query: none,
  body: z
    .strictObject({
      name: discountName.describe('Name that shoppers see.'),
      percent_off: z
        .number()
        .min(0.01)
        .max(100)
        .multipleOf(0.01, 'must have at most two decimals')
        .nullish()
        .describe('Per cent of the price, 0.01 to 100; instead of `amount_off`.'),
      amount_off: z
        .strictObject({
          amount: z.int().min(1).max(amountMax).describe('Minor units for each subscription and period.'),
          currency: currencyCode.describe('Currency of the amount.'),
        })
        .nullish()
        .describe('Amount off the price; instead of `percent_off`.'),
      duration: z
        .enum(discountDurations)
        .describe('`once`: the first paid period. `periods`: the first `periods` paid periods. `forever`: every one.'),
      periods: z.int().min(1).max(1200).nullish().describe('Number of paid periods, with `duration` `periods` alone.'),
      plans: z
        .array(filledText(255))
        .max(100)
        .nullish()
        .describe(
          'Identifiers of plans, which must exist, and groups of plans, which may get their plans later; absent or `[]`: every plan.',
        ),
      ...discountMembers,
    })
    .refine(({ percent_off: percent, amount_off: off }) => (percent == null) !== (off == null), {
      path: ['percent_off'],
      error: 'must be given, or else amount_off: one of the two, and not both',
    })
    .refine(({ duration, periods }) => (duration === 'periods') === (periods != null), {
      path: ['periods'],
      error: 'must be given if duration is periods, and only then',
    }),
  answer: discount,
  problems: ['not_found'],
})
