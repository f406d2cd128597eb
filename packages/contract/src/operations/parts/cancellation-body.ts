import { z } from 'zod'
import { filledText } from '../../resources/text.ts'
import { cancellationReasons } from '../../vocabulary/cancellations.ts'

/** The reason for a cancellation; the whole body is optional. */
export const cancellationBody = z
  .strictObject({
    reason: z.enum(cancellationReasons).optional().describe('Why the customer cancels.'),
    comment: filledText(500).optional().describe('What the customer wrote about it. An erasure removes it.'),
  })
  .optional()
