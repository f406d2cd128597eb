import { expect, test } from 'vitest'
import { z } from 'zod'
import { findCustomers } from '../customers.ts'
import { findPayments } from '../payments/payments.ts'
import { findPlans } from '../plans.ts'
import { operations } from '../index.ts'
import type { Operation } from './operation.ts'

test.each([
  ['payments', findPayments, ['updated_at', 'payment_status']],
  ['customers', findCustomers, ['updated_at', 'email', 'full_name', 'external_id']],
  ['plans', findPlans, ['updated_at', 'name']],
])('a list of %s names the columns for which paging cannot promise each row once', (_, { query }, changing) => {
  const sort = query.shape.sort.meta()?.description ?? ''
  const named = /By (.*), a row that changes/.exec(sort)?.[1]?.split(', ')

  expect(named).toEqual(changing)
  expect(query.shape.snapshot_at.meta()?.description).toContain('as long as neither the sort nor a filter')
})

/** The query parameters of every operation. */
const queries = (Object.values(operations) as readonly Operation[]).map(({ name, query }) => ({
  name,
  members: (query as z.ZodObject).shape as Readonly<Record<string, z.ZodType>>,
}))

test('a filter for several values is the field’s name with _in appended, and the field alone takes one value', () => {
  const byLists = queries.flatMap(({ name, members }) =>
    Object.keys(members)
      .filter((filter) => takesLists(members[filter]!))
      .map((filter) => ({ name, filter, members })),
  )
  const alone = byLists.filter(({ filter }) => !/_(not_)?in$/.test(filter))

  expect(byLists.map(({ filter }) => filter)).toContain('payment_status_in')
  // The only exception: `type` took several values before `type_in` existed.
  expect(alone.map(({ name, filter }) => `${name} ${filter}`)).toEqual(['findEvents type'])
  for (const { members, filter } of byLists) expect(Object.keys(members)).toContain(filter.replace(/_(not_)?in$/, ''))
})

const takesLists = (filter: z.ZodType): boolean =>
  JSON.stringify(z.toJSONSchema(filter, { io: 'input', unrepresentable: 'any' })).includes('"array"')

test('every list with a status filter also takes several statuses', () => {
  const byOne = queries.filter(({ members }) => 'status' in members)

  expect(byOne.map(({ name }) => name).toSorted()).toEqual([
    'findClientSessions',
    'findDisputes',
    'findEmails',
    'findSubscriptions',
    'findWebhookDeliveries',
  ])
  for (const { members } of byOne) expect(Object.keys(members)).toContain('status_in')
})
