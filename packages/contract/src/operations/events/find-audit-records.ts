import { z } from 'zod'
import { auditRecord } from '../../resources/audit-record.ts'
import { idInput } from '../../resources/fields.ts'
import { listOf } from '../../resources/list.ts'
import { text } from '../../resources/text.ts'
import { createdBetween, pageQuery } from '../parts/list-query.ts'
import { operation } from '../parts/operation.ts'
import { none } from '../parts/common-parts.ts'

/** Lists changes, each with the user, key or process that made it. */
export const findAuditRecords = operation({
  name: 'findAuditRecords',
  method: 'GET',
  path: '/audit',
  summary: 'Find audit records',
  description: [
    'Lists every write to what is yours, latest first: by an API key, a user of the dashboard, a shopper, the server itself or the operator of the server.',
    'A write that made an event is that event. The scope `audit` has to be named when an API key is made: a key that may do everything else may not read this.',
    'Records are sealed into a chain seconds after they were written, so the operator notices if a record is changed or removed later.',
  ],
  callers: ['merchant'],
  scope: { resource: 'audit', access: 'read' },
  params: none,
  query: z.strictObject({
    ...pageQuery,
    ...createdBetween,
    object: idInput.optional().describe('Only writes to this.'),
    who: text(200).optional().describe('Only writes of this API key, `shopper`, `system` or operator.'),
    what: text(200).optional().describe('Only writes by this operation, command or job.'),
  }),
  body: null,
  answer: listOf(auditRecord),
  problems: [],
})
