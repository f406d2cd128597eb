import { z } from 'zod'
import { localeInput, timestampInput } from '../resources/fields.ts'
import { filledText } from '../resources/text.ts'

/** The receipt of what the shopper agreed to: their words, and the `consent.version` of the checkout. */
export const consentReceipt = z.strictObject({
  text: filledText(8192),
  locale: localeInput,
  version: filledText(100),
  at: timestampInput,
})
