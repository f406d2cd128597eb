import { z } from 'zod'
import { amount, currencyCode } from '../../resources/fields.ts'
import { filledText } from '../../resources/text.ts'

/** The charge that the caller expects; if the actual charge differs, the request is refused. */
export const expected = z
  .strictObject({
    amount: amount.describe('What is expected to be charged now, in minor units with tax.'),
    currency: currencyCode.describe('Currency of that amount.'),
    quote: filledText(200).optional().describe('The `hash` of the quote that was shown.'),
  })
  .optional()
