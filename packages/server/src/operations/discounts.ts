import { operations } from '@billing-checkout/contract'
import { foldText } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { Billing } from '../billing/billing.ts'
import { createDiscount } from '../billing/discounts/create-discount.ts'
import { updateDiscount } from '../billing/discounts/update-discount.ts'
import { route, type Route } from '../http/route.ts'
import { loadDiscounts } from '../presenters/plans/present-discount.ts'
import { findPage } from '../store/lists/find-page.ts'
import { findOne } from './find-one.ts'

/** The routes of operations on discounts. */
export const discountRoutesOf = (billing: Billing): readonly Route[] => [
  route(operations.createDiscount, ({ body, call }) => createDiscount(billing, call, body)),
  route(operations.findDiscount, ({ params, call }) => findOne(billing, call, loadDiscounts, 'discount', params.id)),
  route(operations.findDiscounts, ({ query, call }) =>
    findPage(
      billing,
      call.organization.id,
      query,
      {
        table: 'discounts',
        unstableParameters: ['archived', 'code'],
        narrow: (rows) => {
          const { code, archived } = query
          const ofCode = code === undefined ? rows : rows.where(sql`fold_text(code)`, '=', foldText(code))
          if (archived === undefined) return ofCode
          return ofCode.where('archivedAt', archived === 'true' ? 'is not' : 'is', null)
        },
      },
      loadDiscounts,
    ),
  ),
  route(operations.updateDiscount, ({ params, body, call }) => updateDiscount(billing, call, params.id, body)),
]
