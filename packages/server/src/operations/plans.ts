import { operations } from '@billing-checkout/contract'
import type { Billing } from '../billing/billing.ts'
import { createPlan } from '../billing/plans/create-plan.ts'
import { updatePlan } from '../billing/plans/update-plan.ts'
import { type AuthenticatedRequest, route, type Route } from '../http/route.ts'
import { listedPlans, loadPlans } from '../presenters/plans/load-plans.ts'
import { findPage } from '../store/lists/find-page.ts'
import { containsKeyword, type ListDefinition, type OmittedRows } from '../store/lists/list-query.ts'
import { findOne } from './find-one.ts'

const sorts = { created_at: 'createdAt', updated_at: 'updatedAt', name: 'name' } as const

type Query = AuthenticatedRequest<typeof operations.findPlans>['query']

/** The routes of operations on plans. */
export const planRoutesOf = (billing: Billing): readonly Route[] => [
  route(operations.createPlan, ({ body, call }) => createPlan(billing, call, body)),
  route(operations.findPlan, ({ params, call }) => findOne(billing, call, loadPlans, 'plan', params.id)),
  route(operations.findPlans, ({ query, call }) =>
    findPage(billing, call.organization.id, query, listedBy(query), listedPlans),
  ),
  route(operations.updatePlan, ({ params, body, call }) => updatePlan(billing, call, params.id, body)),
]

const listedBy = ({ include, search }: Query): ListDefinition<'plans'> => {
  const all: ListDefinition<'plans'> = {
    table: 'plans',
    sorts,
    unstableParameters: ['search'],
    isTextSearch: Boolean(search),
    narrow: (rows) => (search ? rows.where(containsKeyword('foldedText', search)) : rows),
  }
  if (include === 'archived') return all
  const forSale: ListDefinition<'plans'> = {
    ...all,
    unstableParameters: 'anything',
    narrow: (rows) => all.narrow(rows).where('archivedAt', 'is', null),
  }
  return search ? forSale : { ...forSale, leavesOut: { ...archived, fullList: all } }
}

const archived = {
  narrow: (rows) => rows.where('archivedAt', 'is not', null),
  query: { include: 'archived' },
} satisfies Omit<OmittedRows<'plans'>, 'fullList'>
