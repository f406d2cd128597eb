import { z } from 'zod'
import { plan } from '../../resources/plan.ts'
import { filledText } from '../../resources/text.ts'
import { operation } from '../parts/operation.ts'
import { idParam, none } from '../parts/common-parts.ts'

/** Members that are refused with what to do instead, because a typo is not why they are sent. */
const neverChanges = <const Names extends readonly string[]>(...names: Names) =>
  Object.fromEntries(
    names.map((name) => [
      name,
      z
        .undefined({
          error:
            'never changes: create a plan with the new price, archive this one, and switch subscribers by updateSubscription',
        })
        .optional()
        .meta({ description: 'Never changes. Create another plan instead, and archive this one.' }),
    ]),
  ) as { readonly [Name in Names[number]]: z.ZodOptional<z.ZodUndefined> }

/** Renames a plan, archives it or brings it back. */
export const updatePlan = operation({
  name: 'updatePlan',
  method: 'PATCH',
  path: '/plans/{id}',
  summary: 'Update a plan',
  description: [
    'Renames a plan, archives it or brings it back.',
    'An archived plan is sold no more: new sessions and payments that name it are refused with `plan_archived`. Subscriptions to it go on, and sessions that were opened before stay payable. Prices never change.',
  ],
  callers: ['merchant'],
  scope: { resource: 'plans', access: 'write' },
  params: idParam,
  query: none,
  body: z.strictObject({
    name: filledText(200).optional().describe('Name that shoppers see from now on.'),
    archived: z.boolean().optional().describe('true: sold no more. false: for sale again.'),
    ...neverChanges('price', 'trial_price'),
  }),
  answer: plan,
  problems: ['not_found'],
})
