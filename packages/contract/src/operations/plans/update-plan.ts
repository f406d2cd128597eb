import { z } from 'zod'
import { plan, planGroup } from '../../resources/plan.ts'
import { filledText } from '../../resources/text.ts'
import { operation } from '../parts/operation.ts'
import { idParam, none } from '../parts/common-parts.ts'

/** Members that never change. If a request has one, the error says what to do instead, and not that the member is unknown. */
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

/** Renames a plan, archives or unarchives it, or changes its group (plans that are alternatives of each other). */
export const updatePlan = operation({
  name: 'updatePlan',
  method: 'PATCH',
  path: '/plans/{id}',
  summary: 'Update a plan',
  description: [
    'Renames a plan, archives it or brings it back, or puts it into a group of plans that are alternatives of one product. A group changes what is sold from then on, and no subscription; a trial counts for the group that its plan has now or had when the trial began.',
    'An archived plan is no longer for sale: new sessions and payments that name it are refused with `plan_archived`. Its subscriptions continue, and sessions that were opened before stay payable. Prices never change.',
  ],
  callers: ['merchant'],
  scope: { resource: 'plans', access: 'write' },
  params: idParam,
  query: none,
  body: z.strictObject({
    name: filledText(200).optional().describe('Name that shoppers see from now on.'),
    group: planGroup
      .nullish()
      .describe(
        'The product that the plan is an alternative of; null: it is a product of its own. Subscriptions stay as they are.',
      ),
    archived: z.boolean().optional().describe('true: the plan is no longer for sale. false: it is for sale again.'),
    ...neverChanges('price', 'trial_price'),
  }),
  answer: plan,
  problems: ['not_found'],
})
