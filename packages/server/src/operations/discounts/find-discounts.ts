import { operations } from '@billing-checkout/contract'
import { foldText } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { Billing } from '../../billing/billing.ts'
import { route } from '../../http/route.ts'
import { loadDiscounts } from '../../presenters/plans/present-discount.ts'
import { findPage } from '../../store/lists/find-page.ts'

/** Answers GET /discounts. */
export const findDiscountsRoute = (billing: Billing) =>
  route(operations.findDiscounts, ({ query, call }) =>
    findPage(
      billing,
      call.organization.id,
      query,
      {
        table: 'discounts',
        sorts: {},
        changing: ['archived', 'code'],
        byWords: false,
        narrow: (rows) => {
          const { code, archived } = query
          const ofCode = code === undefined ? rows : rows.where(sql`fold_text(code)`, '=', foldText(code))
          if (archived === undefined) return ofCode
          return ofCode.where('archivedAt', archived === 'true' ? 'is not' : 'is', null)
        },
      },
      loadDiscounts,
    ),
  )
