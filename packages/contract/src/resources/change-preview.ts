import { z } from 'zod'
import { idOf } from './fields.ts'
import { quote } from './quote.ts'

const step = z
  .strictObject({
    text: z.string().describe('The step in an English sentence, with the numbers that it is calculated from.'),
    amount: z.int().describe('What the step comes to, in minor units of the quote’s currency; negative for credit.'),
  })
  .describe('One step of the calculation.')

/** The charges that a plan change or a new next billing date would cause, with each step of the calculation in words and numbers. */
export const changePreview = z
  .strictObject({
    quote: quote.describe('What the change would charge now, at the next date and at every interval after it.'),
    restarts_cycle: z
      .boolean()
      .describe('Whether a new billing period starts with the change; otherwise the next charge keeps its date.'),
    balance: z
      .int()
      .describe(
        'What stays on the subscription, in minor units: above zero credit that later charges use up, below zero a surcharge on the next charge.',
      ),
    ended_discount: z
      .strictObject({
        id: idOf('disc').describe('Identifier of the discount.'),
        name: z.string().describe('Name of the discount.'),
      })
      .nullable()
      .describe(
        'The discount of the subscription that ends with the change, because it is not for the new plan, or is for a number of periods and the interval changes; null if none does.',
      ),
    steps: z.array(step).describe('The calculation, in its own order.'),
  })
  .meta({
    id: 'ChangePreview',
    description: 'What a change of plan or of the next billing date would charge, and why. Nothing of it is stored.',
  })

/** The charges that a plan change or a new next billing date would cause, with the calculation. */
export type ChangePreview = z.infer<typeof changePreview>
