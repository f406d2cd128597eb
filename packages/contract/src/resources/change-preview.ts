import { z } from 'zod'
import { quote } from './quote.ts'

/** What a plan change would charge, and why: each step of the calculation in words and numbers (decisions 4). */
export const changePreview = z
  .strictObject({
    quote,
    /** Whether a new cycle starts now. */
    restarts_cycle: z.boolean(),
    /** What stays on the subscription in minor units: credit for later charges, below zero a surcharge on the next. */
    balance: z.int(),
    /** In the order of the calculation; `amount` is what the step comes to, in minor units. */
    steps: z.array(z.strictObject({ text: z.string(), amount: z.int() })),
  })
  .meta({ id: 'ChangePreview' })

/** What a plan change would charge, and why. */
export type ChangePreview = z.infer<typeof changePreview>
