import { z } from 'zod'
import { digitalSupplies } from '../../vocabulary/digital-supplies.ts'
import { localeInput, timestampInput } from '../../resources/fields.ts'
import { filledText } from '../../resources/text.ts'

/** The consent of a shopper: the words that they saw, and the checkout's `consent.version`. */
export const consentReceipt = z
  .strictObject({
    text: filledText(8192).describe('The words that the shopper saw and agreed to.'),
    locale: localeInput.describe('Language tag of these words.'),
    displayed_text: z
      .string()
      .optional()
      .describe(
        'What the document showed in place of these words, if that was something else, because an extension or a translator had changed it. The first 8 kB are kept with the receipt and marked as unverified; no payment is refused for it.',
      ),
    version: filledText(100).describe('The `consent.version` of the checkout whose rules the words follow.'),
    at: timestampInput.describe('When the shopper agreed.'),
    immediate_supply: z
      .enum(digitalSupplies)
      .exclude(['none'])
      .optional()
      .describe(
        'What the shopper requested, by ticking an empty checkbox, before the withdrawal period ends: the `consent.withdrawal.supply` of the checkout. If that is not `none`, the server refuses a widget’s order without this field.',
      ),
  })
  .describe('What the shopper agreed to. It is kept with the payment or the change.')
