import { z } from 'zod'
import { amount, nullableText } from './fields.ts'

/** Each tax of an amount, with its name. A place may have two taxes, such as Canada's GST and the tax of a province. */
export const taxBreakdown = z.array(
  z
    .strictObject({
      name: nullableText.describe(
        'What the tax is called there, such as `GST`; null if it is the only one, and its kind names it.',
      ),
      rate: z.string().describe('Rate as a decimal fraction, `0.05` for 5 %.'),
      amount: amount.describe('The tax in minor units, rounded by itself.'),
    })
    .describe('One tax.'),
)

/** Each tax of an amount. */
export type TaxBreakdown = z.infer<typeof taxBreakdown>
