import { z } from 'zod'
import { auditRecord } from '../resources/audit-record.ts'
import { event, eventTypes } from '../resources/event.ts'
import { idInput } from '../resources/fields.ts'
import { listOf } from '../resources/list.ts'
import { text } from '../resources/text.ts'
import { filtersByCreatedAt, enumList, integerText, pageQuery } from './parts/list-query.ts'
import { operation } from './parts/operation.ts'

/** Lists events in the order in which their changes were committed. To continue, pass the last id that you have read as `after`. */
export const findEvents = operation({
  method: 'GET',
  path: '/events',
  summary: 'Find events',
  description: [
    'Lists events in the order in which the changes were committed, oldest first. Begin without `after`, keep the id of each event once you have dealt with it, and go on `after` it the next time: none is missed, and after a crash at most the last one comes twice.',
    '`meta.has_more` says whether there are more right now; if not, ask again later. Fulfil orders from events, never from what a browser reports. An event shows its object as it was then, which may differ from its current state.',
    'The operator can configure the server to drop events after some months. If events after `after` were dropped, the answer is `cursor_expired`, never an empty list: compare your data with the lists of payments, subscriptions and customers, then start without `after`, at the first event that is kept. The last event that you have seen remains a valid `after` as long as no later one was recorded, however old it is.',
  ],
  callers: ['merchant'],
  scope: { resource: 'events', access: 'read' },
  query: z.strictObject({
    after: idInput
      .optional()
      .describe(
        'Identifier of the last event that you have seen: only those after it. Absent: from the first that is kept.',
      ),
    limit: integerText(1, 1000).optional().describe('At most so many events, 1 to 1000. Default 100.'),
    object: idInput
      .optional()
      .describe(
        'Only events of the object with this id: of a payment with its refunds, of a subscription, of a customer. Absent: all.',
      ),
    type: enumList(eventTypes)
      .optional()
      .describe('Only events of this type. Absent: all. Deprecated: several types here; `type_in` takes them.'),
    type_in: enumList(eventTypes)
      .optional()
      .describe('Only events of one of these types, comma-separated or repeated.'),
  }),
  answer: z.strictObject({
    data: z.array(event).describe('The events, oldest first.'),
    meta: z
      .strictObject({
        limit: z.int().describe('At most so many events are in one answer.'),
        has_more: z.boolean().describe('Whether there are more events after the last of these.'),
      })
      .describe('Whether to ask again at once.'),
  }),
  problems: ['not_found', 'cursor_expired'],
})

/** Lists changes, each with the user, key or process that made it. */
export const findAuditRecords = operation({
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
  query: z.strictObject({
    ...pageQuery,
    ...filtersByCreatedAt,
    object: idInput.optional().describe('Only writes to this.'),
    who: text(200).optional().describe('Only writes of this API key, `shopper`, `system` or operator.'),
    what: text(200).optional().describe('Only writes by this operation, command or job.'),
  }),
  answer: listOf(auditRecord),
})
