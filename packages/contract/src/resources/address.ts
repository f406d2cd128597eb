import { z } from 'zod'
import { countryCode } from './fields.ts'
import { text } from './text.ts'

/** An address as it is answered (interface 2.1). */
export const address = z
  .strictObject({
    city: z.string().nullable(),
    country: z.string().nullable(),
    line1: z.string().nullable(),
    line2: z.string().nullable(),
    postal_code: z.string().nullable(),
    state: z.string().nullable(),
  })
  .meta({ id: 'Address' })

/** An address (interface 2.1). */
export type Address = z.infer<typeof address>

/** An address as a caller sends it: absent members stay, `null` clears one (decisions 1). */
export const addressChange = z.strictObject({
  city: text(200).nullish(),
  country: countryCode.nullish(),
  line1: text(200).nullish(),
  line2: text(200).nullish(),
  postal_code: text(20).nullish(),
  state: text(100).nullish(),
})

/** A change to an address (decisions 1). */
export type AddressChange = z.infer<typeof addressChange>
