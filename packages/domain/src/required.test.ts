import { expect, test } from 'vitest'
import { required } from './required.ts'

test('what is there is answered as it is, also where it is nothing much', () => {
  expect([required(0, 'amount'), required('', 'text'), required(false, 'flag')]).toEqual([0, '', false])
})

test.each([null, undefined])('a missing value (%s) is named with the id of what lacks it', (value) => {
  expect(() => required(value, 'plan of subscription', 'sub_1')).toThrow(
    'Missing, though it must exist: plan of subscription sub_1',
  )
})
