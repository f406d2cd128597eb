import { expect, test } from 'vitest'
import { orderKeyOf } from './order-key.ts'

test.each([
  ['payment.updated', { id: 'pay_1', subscription: { id: 'sub_1' } }, 'sub_1'],
  ['refund.failed', { id: 'pay_1', subscription: null }, 'pay_1'],
  ['dispute.created', { id: 'dp_1', payment_id: 'pay_1' }, 'pay_1'],
  ['subscription.updated', { id: 'sub_1' }, 'sub_1'],
  ['customer.updated', { id: 'cus_1' }, 'cus_1'],
  ['payment_method.attached', { id: 'pm_1', subscription: { id: 'sub_1' } }, 'pm_1'],
  ['books.difference', {}, null],
  ['payment.updated', null, null],
] as const)('%s about %j is ordered by %s', (type, object, key) => {
  expect(orderKeyOf(type, object)).toBe(key)
})
