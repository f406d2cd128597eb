import { BillingError } from '@billing-checkout/client'
import { expect, test } from 'vitest'
import { sayIn } from '../words/say.ts'
import { explainError } from './explain-error.ts'

const say = sayIn('en')

test('the sentence of a form goes before that of all forms', () => {
  const error = new BillingError('invalid_credentials', 'from the server')

  expect(explainError(error, say)).toBe('Email address or password is wrong.')
  expect(explainError(error, say, { invalid_credentials: 'signIn.confirmWrong' })).toBe('This is not your password.')
})

test('a code without a sentence is explained by the server, and another failure by none of its words', () => {
  expect(explainError(new BillingError('invalid_parameter', 'name is required.'), say)).toBe('name is required.')
  expect(explainError(new TypeError('x is undefined'), say)).toBe('Something unexpected happened. Try again.')
})

test('a list that is read without a session does not say that nothing was sent', () => {
  const error = new BillingError('expired_credentials', 'from the server')

  expect(explainError(error, say)).toBe('Your session has ended. Sign in again.')
})
