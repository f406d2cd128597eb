import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readMessage } from './message-shape.ts'
import { messagesToElement, messagesToFrame } from './protocol.ts'

const jwe = 'aa.bb.cc.dd.ee'

test.each([
  ['nothing', null],
  ['text', 'seal'],
  ['an unknown type', { type: 'steal' }],
  ['a type inherited from Object', { type: 'constructor' }],
  ['a missing member', { type: 'seal' }],
  ['a member too many', { type: 'focus', number: '4242424242424242' }],
  ['a wrong member', { type: 'seal', request: -1 }],
  ['a locale that is markup', { type: 'configure', locale: '<b>', scheme: 'light', tokens: {} }],
])('the frame ignores %s', (_, data) => {
  expect(readMessage(messagesToFrame, data)).toBeNull()
})

test.each([
  ['a sealed card that is not a JWE', { type: 'sealed', request: 0, encrypted: '4242', brand: null, last4: '4242' }],
  ['more than four digits', { type: 'sealed', request: 0, encrypted: jwe, brand: null, last4: '42424242' }],
  ['an unknown brand', { type: 'changed', brand: 'monopoly', complete: true, empty: false }],
  ['a height out of reach', { type: 'height', height: 1e9 }],
])('the element ignores %s', (_, data) => {
  expect(readMessage(messagesToElement, data)).toBeNull()
})

test('a sealed card is accepted', () => {
  const message = { type: 'sealed', request: 3, encrypted: jwe, brand: 'visa', last4: '4242' }

  expect(readMessage(messagesToElement, message)).toEqual(message)
})

test('no message makes either side throw', () => {
  fc.assert(
    fc.property(fc.anything(), (data) => {
      readMessage(messagesToFrame, data)
      readMessage(messagesToElement, data)
    }),
  )
})
