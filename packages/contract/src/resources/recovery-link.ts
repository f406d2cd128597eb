import { z } from 'zod'
import { timestamp } from './fields.ts'

/** A link to a page on which a customer pays the debt of a past-due subscription. */
export const recoveryLink = z
  .strictObject({
    url: z
      .url()
      .describe('Address of the page. Anyone who has it can see plan and amount, and pay. It is shown this once.'),
    expires_at: timestamp.describe('When the link ends at the latest, by the wall clock: 30 days from now.'),
  })
  .meta({
    id: 'RecoveryLink',
    description: 'A link to a page of ours on which a customer pays what a subscription owes, without signing in.',
  })

/** A link to a page on which a customer pays the debt of a past-due subscription. */
export type RecoveryLink = z.infer<typeof recoveryLink>
