import { declineCodes, declines } from '@billing-checkout/contract'
import { expect, test } from 'vitest'
import { aPayment } from '../../../testing/a-payment.ts'
import { declineMessageOf } from './decline-message.ts'

test('the element says what the contract wants said for every decline code', () => {
  const wanted = Object.values(declines).map(({ shopperMessage }) => `decline.${shopperMessage}`)
  const shown = declineCodes.map((code) => declineMessageOf(aPayment('DECLINED', code)))

  expect(shown).toEqual(wanted)
})

test('a failure without a code asks to try again', () => {
  expect(declineMessageOf(aPayment('FAILED'))).toBe('decline.try_again')
})
