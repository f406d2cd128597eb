import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { route } from '../../http/route.ts'
import { findPage } from '../../store/lists/find-page.ts'
import { containing } from '../../store/lists/list-query.ts'
import { listedPlans } from '../../presenters/plans/listed-plans.ts'

const sorts = { created_at: 'createdAt', updated_at: 'updatedAt', name: 'name' } as const

/** Answers GET /plans. */
export const findPlansRoute = (billing: Billing) =>
  route(operations.findPlans, ({ query, call }) =>
    findPage(
      billing,
      call.organization.id,
      query,
      {
        table: 'plans',
        sorts,
        changing: 'anything',
        byWords: Boolean(query.search),
        narrow: (rows) => {
          const shown = query.include === 'archived' ? rows : rows.where('archivedAt', 'is', null)
          return query.search ? shown.where(containing('searchText', query.search)) : shown
        },
      },
      listedPlans,
    ),
  )
