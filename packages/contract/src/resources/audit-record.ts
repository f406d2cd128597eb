import { z } from 'zod'
import { nullableText, timestamp } from './fields.ts'

/** One change, and the user, key or process that made it. */
export const auditRecord = z
  .strictObject({
    id: z.string().describe('Identifier of the record; that of the event where the write made one.'),
    who: z
      .string()
      .describe(
        'Id of the API key or of the user, `shopper`, `system`, or the name of the operator at the command line.',
      ),
    what: z.string().describe('Name of the operation, command or job.'),
    object: nullableText.describe('Identifier of the object that was written.'),
    event_type: nullableText.describe('Type of the event that the write made; null if it made none.'),
    before: z
      .unknown()
      .describe(
        'What was changed, as it was; null for what is new, and where the record is an event of a payment or a renewal.',
      ),
    after: z.unknown().describe('What it became; of an event, its object.'),
    why: nullableText.describe('Why, in the words of the operator.'),
    address: nullableText.describe('Network address that the request came from.'),
    request_id: nullableText.describe('Identifier of the request.'),
    created_at: timestamp.describe('When it was written, by the billing clock.'),
    recorded_at: timestamp.describe('When it was written, by the wall clock.'),
  })
  .meta({ id: 'AuditRecord', description: 'One write, and who did it. What an erased customer had in it is null.' })

/** One change, and the user, key or process that made it. */
export type AuditRecord = z.infer<typeof auditRecord>
