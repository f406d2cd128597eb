import { operations } from '@billing-checkout/contract'
import type { Billing } from '../billing/billing.ts'
import { createPlan } from '../billing/plans/create-plan.ts'
import { updatePlan } from '../billing/plans/update-plan.ts'
import { type ReadRequest, route, type Route } from '../http/route.ts'
import { listedPlans, loadPlans } from '../presenters/plans/load-plans.ts'
import { findPage } from '../store/lists/find-page.ts'
import { containing, type ListedBy, type OmittedRows } from '../store/lists/list-query.ts'
import { findOne } from './find-one.ts'

const sorts = { created_at: 'createdAt', updated_at: 'updatedAt', name: 'name' } as const

type Query = ReadRequest<typeof operations.findPlans>['query']

/** The routes of operations on plans. */
export const planRoutesOf = (billing: Billing): readonly Route[] => [
  route(operations.createPlan, ({ body, call }) => createPlan(billing, call, body)),
  route(operations.findPlan, ({ params, call }) => findOne(billing, call, loadPlans, 'plan', params.id)),
  route(operations.findPlans, ({ query, call }) =>
    findPage(billing, call.organization.id, query, listedBy(query), listedPlans),
  ),
  route(operations.updatePlan, ({ params, body, call }) => updatePlan(billing, call, params.id, body)),
]

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
} satisfies Omit<OmittedRows<'plans'>, 'among'>
