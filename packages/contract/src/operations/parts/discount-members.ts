import { z } from 'zod'
import { timestampInput, timestampInputOfEnd } from '../../resources/fields.ts'
import { filledText } from '../../resources/text.ts'
import { discountCodePattern } from '../../vocabulary/discount-codes.ts'

/** A code as a shopper enters it: 3 to 50 letters, digits, `-` and `_`. */
export const discountCode = z
  .string()
  .regex(discountCodePattern, 'must be 3 to 50 letters A to Z, digits, hyphens or underscores')

const limit = z.int().min(1).max(1_000_000).nullish()

/** The members of a discount that can change. The bodies of creating and updating share them. */
export const discountMembers = {
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
export const discountName = filledText(200)
