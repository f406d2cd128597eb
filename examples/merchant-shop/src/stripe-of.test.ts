import { describe, expect, test } from 'vitest'
import { stripeOf } from './stripe-of.ts'

const kindsOf = (kinds: string | undefined) =>
  stripeOf({ STRIPE_SECRET_KEY: 'sk_test_fake', STRIPE_PUBLISHABLE_KEY: 'pk_test_fake', STRIPE_METHOD_KINDS: kinds })
    ?.methodKinds

describe('STRIPE_METHOD_KINDS', () => {
  test.each([
    ['CARD,PAYPAL', ['CARD', 'PAYPAL']],
    [' card , Apple_Pay', ['CARD', 'APPLE_PAY']],
    ['CARD,PAYPAL,CASHAPP,APPLE_PAY,GOOGLE_PAY', ['CARD', 'PAYPAL', 'CASHAPP', 'APPLE_PAY', 'GOOGLE_PAY']],
    [undefined, ['CARD']],
    ['', ['CARD']],
  ])('%j names %j', (given, kinds) => {
    expect(kindsOf(given)).toEqual(kinds)
  })

  test.each(['CARD,PAYPALL', 'CARD;PAYPAL', ',', 'toString'])(
    '%j is told in one line, with what it may be',
    (given) => {
      expect(() => kindsOf(given)).toThrow(
        `STRIPE_METHOD_KINDS must be kinds of CARD, PAYPAL, CASHAPP, APPLE_PAY, GOOGLE_PAY, with commas between, got "${given}".`,
      )
    },
  )

  test('is looked at only where the shop charges through Stripe', () => {
    expect(stripeOf({ STRIPE_METHOD_KINDS: 'nonsense' })).toBeUndefined()
  })
})

describe.each(['STRIPE_AT', 'STRIPE_JS_AT'])('%s', (name) => {
  const at = (given: string) =>
    stripeOf({ STRIPE_SECRET_KEY: 'sk_test_fake', STRIPE_PUBLISHABLE_KEY: 'pk_test_fake', [name]: given })

  test('is where a fake answers on this machine', () => {
    expect(at('http://127.0.0.1:12111')).toBeDefined()
  })

  test.each(['127.0.0.1:12111', '', 'https://api.example.com'])(
    '%j is told in one line, with what it must be',
    (given) => {
      expect(() => at(given)).toThrow(
        `${name} must be an address on this machine, such as http://127.0.0.1:12111, got "${given}".`,
      )
    },
  )
})
