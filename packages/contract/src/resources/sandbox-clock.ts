import { z } from 'zod'
import { timestamp } from './fields.ts'

const ran = z
  .strictObject({
    at: timestamp.describe('When it happened, by the billing clock.'),
    what: z.string().describe('What happened, such as `subscription.renewed` or `payment.settled`.'),
    id: z.string().describe('Identifier of the subscription or payment that it happened to.'),
  })
  .describe('One thing that fell due while the clock moved.')

/** The billing clock of a sandbox, and the events that its move caused, in order of time. */
export const sandboxClock = z
  .strictObject({
    now: timestamp.describe('What the billing clock says now.'),
    ran: z
      .array(ran)
      .describe(
        'What happened to your subscriptions and payments while the clock moved, in order of time; `[]` if the clock was only read.',
      ),
  })
  .meta({ id: 'SandboxClock', description: 'The billing clock of a sandbox, and what moving it made happen.' })

/** The billing clock of a sandbox, and the events that its move caused. */
export type SandboxClock = z.infer<typeof sandboxClock>
