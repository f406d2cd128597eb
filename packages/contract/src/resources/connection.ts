import { z } from 'zod'
import { idOf, nullableText, timestamp } from './fields.ts'

/** An organization's account at a processor, without its secrets. */
export const connection = z
  .strictObject({
    id: idOf('con').describe('Identifier of the connection.'),
    adapter: z.string().describe('The processor, such as `stripe`.'),
    label: z.string().describe('The operator’s own words for it.'),
    account_id: nullableText.describe('The account, by the processor’s own id; null if the key may not read it.'),
    livemode: z.boolean().describe('Whether the account moves real money.'),
    card_entry: z
      .enum(['sealed', 'hosted'])
      .describe('`sealed`: cards are typed into the fields of this checkout. `hosted`: into those of the processor.'),
    state: z
      .enum(['enabled', 'paused', 'disabled'])
      .describe(
        '`paused`: the processor refuses the credentials or the account; the server retries now and then, and resumes by itself. `disabled`: an operator disabled it, or its credentials are of the other mode.',
      ),
    reason: nullableText.describe('Why it is not enabled; null while it is.'),
    created_at: timestamp.describe('When it was added, by the wall clock.'),
    updated_at: timestamp.describe('When it was changed last, by the wall clock.'),
  })
  .meta({ id: 'Connection', description: 'An account at a processor. Operators add and change it by command line.' })

/** An organization's account at a processor. */
export type Connection = z.infer<typeof connection>
