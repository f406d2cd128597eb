import { z } from 'zod'
import { event, eventTypes } from '../resources/event.ts'
import { idInput } from '../resources/fields.ts'
import { integerText, severalOf } from './list-query.ts'
import { operation } from './operation.ts'
import { none } from './parts.ts'

/** Lists events in the order they were committed; pass the last id seen as `after` to go on from there. */
export const findEvents = operation({
  name: 'findEvents',
  method: 'GET',
  path: '/events',
  summary: 'Find events',
  section: 'decisions 15',
  callers: ['merchant'],
  scope: { resource: 'events', access: 'read' },
  params: none,
  query: z.strictObject({
    after: idInput.optional().meta({ description: 'Only events after this one; absent: from the first.' }),
    limit: integerText(1, 1000).optional().meta({ description: 'At most so many, 1 to 1000, default 100.' }),
    type: severalOf(eventTypes).optional(),
  }),
  body: null,
  answer: z.strictObject({
    data: z.array(event),
    meta: z.strictObject({ limit: z.int(), has_more: z.boolean() }),
  }),
  problems: ['not_found'],
})
