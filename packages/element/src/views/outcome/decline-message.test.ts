import { declineCodes, declines } from '@billing-checkout/contract'
import { expect, test } from 'vitest'
import { aPayment } from '../../../testing/a-payment.ts'
import { declineMessageOf } from './decline-message.ts'

test('the element has the contract’s message for every decline code', () => {
  const wanted = Object.values(declines).map(({ shopperMessage }) => `decline.${shopperMessage}`)
  const shown = declineCodes.map((code) => declineMessageOf(aPayment('DECLINED', code)))

  expect(shown).toEqual(wanted)
})

test('a failure without a code suggests another try', () => {
  expect(declineMessageOf(aPayment('FAILED'))).toBe('decline.try_again')
})
