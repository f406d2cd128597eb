import { BillingError } from '@billing-checkout/client'
import { expect, test } from 'vitest'
import { createSay } from '../words/say.ts'
import { explainError } from './explain-error.ts'

const say = createSay('en')

test('a form’s own message takes precedence over the common one', () => {
  const error = new BillingError('invalid_credentials', 'from the server')

  expect(explainError(error, say)).toBe('Email address or password is wrong.')
  expect(explainError(error, say, { invalid_credentials: 'signIn.confirmWrong' })).toBe('This is not your password.')
})

test('an unknown code shows the server’s message, and another failure a common one', () => {
  expect(explainError(new BillingError('invalid_parameter', 'name is required.'), say)).toBe('name is required.')
  expect(explainError(new TypeError('x is undefined'), say)).toBe('Something unexpected happened. Try again.')
})

test('a failed read of a list without a session does not say that nothing was sent', () => {
  const error = new BillingError('expired_credentials', 'from the server')

  expect(explainError(error, say)).toBe('Your session has ended. Sign in again.')
})
