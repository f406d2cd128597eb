import { z } from 'zod'
import { countryCode, nullableText } from './fields.ts'
import { text } from './text.ts'

const parts = {
  city: 'City or town.',
  country: 'Country: two letters of ISO 3166-1 in upper case, such as `DE`.',
  line1: 'Street and number.',
  line2: 'Flat, floor, company and the like.',
  postal_code: 'Postal code as it is written in that country.',
  state: 'State, province or region, as it was given: a code such as `CA` where tax depends on it.',
} as const

/** An address in an answer. All members are present; unknown members are null. */
export const address = z
  .strictObject({
    city: nullableText.describe(parts.city),
    country: nullableText.describe(parts.country),
    line1: nullableText.describe(parts.line1),
    line2: nullableText.describe(parts.line2),
    postal_code: nullableText.describe(parts.postal_code),
    state: nullableText.describe(parts.state),
  })
  .meta({ id: 'Address', description: 'An address. Each part is null if it is unknown.' })

/** An address in an answer. */
export type Address = z.infer<typeof address>

/** An address in a request. Absent members stay unchanged; null clears a member. */
export const addressChange = z
  .strictObject({
    city: text(200).nullish().describe(parts.city),
    country: countryCode.nullish().describe(parts.country),
    line1: text(200).nullish().describe(parts.line1),
    line2: text(200).nullish().describe(parts.line2),
    postal_code: text(20).nullish().describe(parts.postal_code),
    state: text(100).nullish().describe(parts.state),
  })
  .describe('An address. Parts that are absent stay as they are, and null clears one.')

/** A change to an address. */
export type AddressChange = z.infer<typeof addressChange>
