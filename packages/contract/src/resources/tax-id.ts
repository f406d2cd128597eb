import { z } from 'zod'
import { taxIdTypes } from '../vocabulary/tax-ids.ts'
import { filledText } from './text.ts'

const type = z
  .enum(taxIdTypes)
  .describe('What kind of identifier it is. `eu_vat`: a VAT identification number, with the prefix of its country.')

/** A customer's tax identifier, in its stored form. */
export const taxId = z
  .strictObject({ type, value: z.string().describe('The identifier, in capitals and without separators.') })
  .meta({ id: 'TaxId', description: 'A tax identifier of a customer. It is printed on receipts and changes no tax.' })

/** A customer's tax identifier. */
export type TaxId = z.infer<typeof taxId>

/** A tax identifier in a request. */
export const taxIdInput = z
  .strictObject({
    type,
    value: filledText(40).describe(
      'The identifier. Its form and its check digits have to be right; separators are ignored.',
    ),
  })
  .describe('A tax identifier.')
