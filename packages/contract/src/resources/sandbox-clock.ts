import { z } from 'zod'
import { timestamp } from './fields.ts'

/** The billing clock of a sandbox, and what moving it made happen, in order of time (decisions 13). */
export const sandboxClock = z
  .strictObject({
    now: timestamp,
    ran: z.array(z.strictObject({ at: timestamp, what: z.string(), id: z.string() })),
  })
  .meta({ id: 'SandboxClock' })

/** The billing clock of a sandbox, and what moving it made happen (decisions 13). */
export type SandboxClock = z.infer<typeof sandboxClock>
