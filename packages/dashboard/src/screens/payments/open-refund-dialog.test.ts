import { expect, test } from 'vitest'
import { refundableAmount } from './open-refund-dialog.ts'

test.each([
  ['SETTLED', 1000, 0, 1000],
  ['SETTLING', 1000, 400, 600],
  ['SETTLED', 1000, 1000, 0],
  ['DECLINED', 1000, 0, 0],
  ['AUTHORIZED', 1000, 0, 0],
] as const)('of a %s payment of %d with %d refunded, %d can be refunded', (status, amount, refunded, left) => {
  expect(refundableAmount({ amount, refunded_amount: refunded, payment_status: status })).toBe(left)
})
