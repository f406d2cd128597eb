import { z } from 'zod'
import { accessList } from '../../resources/access.ts'
import { filledText } from '../../resources/text.ts'
import { operation } from '../parts/operation.ts'

/** Returns the plans that a customer may use now. */
export const findAccess = operation({
  name: 'findAccess',
  method: 'GET',
  path: '/customers/{id}/access',
  summary: 'Find what a customer may use',
  description: [
    'Answers which plans a customer may use now, until when, and why. Ask it where your product opens a paid feature: no webhook and no copy of subscriptions are needed. It changes nothing.',
    'With `identified_by=external_id` the path has your own identifier instead of ours. For an `external_id` that is not known yet `data` is `[]`, because customers are created by their first try to pay.',
  ],
  callers: ['merchant'],
  scope: { resource: 'customers', access: 'read' },
  params: z.strictObject({
    id: filledText(255).describe('Identifier of the customer, or your own with `identified_by=external_id`.'),
  }),
  query: z.strictObject({
    identified_by: z
      .enum(['id', 'external_id'])
      .optional()
      .describe('What the path has: our `id` of the customer (default), or your `external_id`.'),
  }),
  body: null,
  answer: accessList,
  problems: ['not_found'],
})
