import { z } from 'zod'
import { discount } from '../../resources/discount.ts'
import { idParam, none } from '../parts/common-parts.ts'
import { discountMembers, discountName } from '../parts/discount-members.ts'
import { operation } from '../parts/operation.ts'

/** Renames a discount, archives or unarchives it, or changes its code and limits. */
export const updateDiscount = operation({
  name: 'updateDiscount',
  method: 'PATCH',
  path: '/discounts/{id}',
  summary: 'Update a discount',
  description: [
    'Renames a discount, archives it or brings it back, or changes its code and its limits. Members that are absent stay as they are. Subscriptions that have redeemed it keep it as it was.',
    'A discount that is archived, has ended or is used up cannot be redeemed.',
  ],
  callers: ['merchant'],
  scope: { resource: 'discounts', access: 'write' },
  params: idParam,
  query: none,
  body: z.strictObject({
    name: discountName.optional().describe('Name that shoppers see from now on.'),
    archived: z
      .boolean()
      .optional()
      .describe('true: archives it, so that no one can redeem it. false: brings it back.'),
    ...discountMembers,
  }),
  answer: discount,
  problems: ['not_found'],
})
