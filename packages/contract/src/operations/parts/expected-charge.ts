import { z } from 'zod'
import { amount, currencyCode } from '../../resources/fields.ts'
import { filledText } from '../../resources/text.ts'

/** The charge that the caller expects. If the actual charge differs, the server rejects the request. */
export const expectedCharge = z
  .strictObject({
    amount: amount.describe('What is expected to be charged now, in minor units with tax.'),
    currency: currencyCode.describe('Currency of that amount.'),
    quote: filledText(200).optional().describe('The `hash` of the quote that was shown.'),
  })
  .optional()
