import { expect, test } from 'vitest'
import { derivePurpose } from './derive-purpose.ts'

const recurring = { id: 'price_1', type: 'recurring' } as const
const oneOff = { id: 'price_2', type: 'one-off' } as const

test.each([
  ['subscribe', recurring, null],
  ['pay', oneOff, null],
  ['change_plan', recurring, { planId: 'price_9', quantity: 1, status: 'active' }],
  ['recover', null, { planId: 'price_1', quantity: 1, status: 'past_due' }],
  ['recover', null, { planId: 'price_1', quantity: 1, status: 'cancelled' }],
  ['resume', null, { planId: 'price_1', quantity: 1, status: 'scheduled_for_cancellation' }],
  ['update_method', null, { planId: 'price_1', quantity: 1, status: 'trial' }],
  ['update_method', recurring, { planId: 'price_1', quantity: 1, status: 'active' }],
] as const)('the purpose of a session is to %s, by its members', (purpose, plan, subscription) => {
  expect(derivePurpose({ hasCustomer: true, plan, subscription })).toEqual({ purpose })
})

test('a session without members lists everything that it lacks', () => {
  expect(derivePurpose({ hasCustomer: false, plan: null, subscription: null })).toEqual({
    purpose: null,
    missing: ['customer.id, customer.external_id or customer.email', 'plan.id or subscription.id'],
  })
})

test.each([
  [3, 'update_method'],
  [4, 'change_plan'],
  [undefined, 'update_method'],
] as const)(
  'for a subscription of 3, a session with quantity %s of the same plan has the purpose to %s',
  (quantity, purpose) => {
    const subscription = { planId: 'price_1', quantity: 3, status: 'active' } as const
    expect(derivePurpose({ hasCustomer: true, plan: recurring, quantity, subscription })).toEqual({ purpose })
  },
)
