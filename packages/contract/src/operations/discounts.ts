import { z } from 'zod'
import { discount, discountDurations } from '../resources/discount.ts'
import { amountMax, currencyCode, timestampInput, timestampInputOfEnd } from '../resources/fields.ts'
import { listOf } from '../resources/list.ts'
import { filledText } from '../resources/text.ts'
import { filtersByCreatedAt, pageQuery } from './parts/list-query.ts'
import { idParam, operation } from './parts/operation.ts'
import { discountCode } from './parts/session-members.ts'

const limit = z.int().min(1).max(1_000_000).nullish()

/** The members of a discount that can change. The bodies of creating and updating share them. */
const discountMembers = {
  code: discountCode
    .nullish()
    .describe('The code that shoppers enter, 3 to 50 characters, unique without case; null: none.'),
  max_redemptions: limit.describe('How many purchases may redeem it, 1 to 1000000; null: no limit.'),
  max_per_customer: limit.describe(
    'How many purchases of one customer, e-mail address or card may redeem it; null: no limit.',
  ),
  starts_at: timestampInput.nullish().describe('From when it can be redeemed, by the billing clock; null: at once.'),
  ends_at: timestampInputOfEnd.nullish().describe('Until when it can be redeemed, by the billing clock; null: no end.'),
}

/** The name of a discount. */
const discountName = filledText(200)

/** Creates a discount. */
export const createDiscount = operation({
  method: 'POST',
  path: '/discounts',
  summary: 'Create a discount',
  description: [
    'Creates a discount, with either `percent_off` or `amount_off`. An absent code or limit is null. What it takes off, for how long and from which plans never changes; for another discount create another, and archive this one.',
    'A trial is neither discounted nor counted. Only a paid charge uses up a period.',
  ],
  callers: ['merchant'],
  scope: { resource: 'discounts', access: 'write' },
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

/** Returns one discount, archived or not. */
export const findDiscount = operation({
  method: 'GET',
  path: '/discounts/{id}',
  summary: 'Find a discount',
  description: ['Answers one discount, archived or not. It changes nothing.'],
  callers: ['merchant'],
  scope: { resource: 'discounts', access: 'read' },
  params: idParam,
  answer: discount,
  problems: ['not_found'],
})

/** Lists discounts, archived or not. */
export const findDiscounts = operation({
  method: 'GET',
  path: '/discounts',
  summary: 'Find discounts',
  description: ['Lists discounts, latest first, archived or not. All filters must hold together.'],
  callers: ['merchant'],
  scope: { resource: 'discounts', access: 'read' },
  query: z.strictObject({
    ...pageQuery,
    ...filtersByCreatedAt,
    code: discountCode.optional().meta({ description: 'Only the discount with this code, compared without case.' }),
    archived: z
      .enum(['true', 'false'])
      .optional()
      .meta({ description: '`true`: only archived discounts. `false`: only others.' }),
  }),
  answer: listOf(discount),
})

/** Renames a discount, archives or unarchives it, or changes its code and limits. */
export const updateDiscount = operation({
  method: 'PATCH',
  path: '/discounts/{id}',
  summary: 'Update a discount',
  description: [
    'Renames a discount, archives it or brings it back, or changes its code and its limits. Members that are absent stay as they are. Subscriptions that have redeemed it keep it as it was.',
    'A discount that is archived, has ended or is used up cannot be redeemed.',
  ],
  callers: ['merchant'],
  scope: { resource: 'discounts', access: 'write' },
  params: idParam,
  body: z.strictObject({
    name: discountName.optional().describe('Name that shoppers see from now on.'),
    archived: z
      .boolean()
      .optional()
      .describe('true: archives it, so that no one can redeem it. false: brings it back.'),
    ...discountMembers,
  }),
  answer: discount,
  problems: ['not_found'],
})
