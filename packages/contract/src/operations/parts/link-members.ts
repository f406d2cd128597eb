import { z } from 'zod'
import { timestampInput } from '../../resources/fields.ts'
import { returnUrl } from './session-members.ts'

/** The members of a payment link that can change. The bodies of creating and updating share them. */
export const linkMembers = {
  max_uses: z
    .int()
    .min(1)
    .max(1_000_000)
    .nullish()
    .describe('How many purchases the link allows, 1 to 1000000; null, the default: no limit.'),
  expires_at: timestampInput.nullish().describe('When the link ends, by the billing clock; null: never, the default.'),
  return_url: returnUrl
    .nullish()
    .describe('Address to which the page leads after the payment; null: none. You must allow its origin.'),
}
