import { declines } from '@billing-checkout/contract'
import { expect, test } from 'vitest'
import { aPayment } from '../../../testing/a-payment.ts'
import { declineMessageOf, shopperMessages } from './decline-message.ts'

test('the element has the contract’s message for every decline code', () => {
  const wanted = Object.fromEntries(
    Object.entries(declines).map(([code, { shopperMessage }]) => [code, shopperMessage]),
  )

  expect(shopperMessages).toEqual(wanted)
})

test('a failure without a code suggests another try', () => {
  expect(declineMessageOf(aPayment('FAILED'))).toBe('decline.try_again')
})
