import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { type ReadRequest, route } from '../../http/route.ts'
import { findPage } from '../../store/lists/find-page.ts'
import { containing, type LeftOut, type ListedBy } from '../../store/lists/list-query.ts'
import { listedPlans } from '../../presenters/plans/listed-plans.ts'

const sorts = { created_at: 'createdAt', updated_at: 'updatedAt', name: 'name' } as const

type Query = ReadRequest<typeof operations.findPlans>['query']

/** Answers GET /plans. */
export const findPlansRoute = (billing: Billing) =>
  route(operations.findPlans, ({ query, call }) =>
    findPage(billing, call.organization.id, query, listedBy(query), listedPlans),
  )

const listedBy = ({ include, search }: Query): ListedBy<'plans'> => {
  const all: ListedBy<'plans'> = {
    table: 'plans',
    sorts,
    changing: ['search'],
    byWords: Boolean(search),
    narrow: (rows) => (search ? rows.where(containing('foldedText', search)) : rows),
  }
  if (include === 'archived') return all
  const forSale: ListedBy<'plans'> = {
    ...all,
    changing: 'anything',
    narrow: (rows) => all.narrow(rows).where('archivedAt', 'is', null),
  }
  return search ? forSale : { ...forSale, leavesOut: { ...archived, among: all } }
}

const archived = {
  narrow: (rows) => rows.where('archivedAt', 'is not', null),
  query: { include: 'archived' },
} satisfies Omit<LeftOut<'plans'>, 'among'>
