import { expect, test } from 'vitest'
import { required } from './required.ts'

test('a value that exists is returned as it is, even 0, an empty text or false', () => {
  expect([required(0, 'amount'), required('', 'text'), required(false, 'flag')]).toEqual([0, '', false])
})

test.each([null, undefined])(
  'a missing value (%s) is named in the error with the id of the object that lacks it',
  (value) => {
    expect(() => required(value, 'plan of subscription', 'sub_1')).toThrow(
      'Missing, though it must exist: plan of subscription sub_1',
    )
  },
)
