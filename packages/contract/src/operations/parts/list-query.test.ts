import { expect, test } from 'vitest'
import { findCustomers } from '../customers/find-customers.ts'
import { findPayments } from '../payments/find-payments.ts'
import { findPlans } from '../plans/find-plans.ts'

test.each([
  ['payments', findPayments, ['updated_at', 'payment_status']],
  ['customers', findCustomers, ['updated_at', 'email', 'full_name', 'external_id']],
  ['plans', findPlans, ['updated_at', 'name']],
])('a list of %s says by which of its columns paging cannot promise each row once', (_, { query }, changing) => {
  const sort = query.shape.sort.meta()?.description ?? ''
  const named = /By (.*), a row that changes/.exec(sort)?.[1]?.split(', ')

  expect(named).toEqual(changing)
  expect(query.shape.snapshot_at.meta()?.description).toContain('as long as neither the sort nor a filter')
})
