import { expect, test } from 'vitest'
import { canUsePasskeys } from './passkeys.ts'

const browserAt = (hostname: string, differs: { readonly isSecureContext?: boolean; readonly none?: boolean } = {}) =>
  canUsePasskeys({
    isSecureContext: differs.isSecureContext ?? true,
    location: { hostname } as Location,
    PublicKeyCredential: differs.none ? undefined : {},
  })

test('a browser has passkeys for a host over TLS, and for this machine by its name', () => {
  expect([browserAt('billing.example'), browserAt('localhost')]).toEqual([true, true])
})

test('a browser has no passkeys for an IP address, without TLS, or if it is too old', () => {
  const answers = [
    browserAt('127.0.0.1'),
    browserAt('[::1]'),
    browserAt('billing.example', { isSecureContext: false }),
    browserAt('billing.example', { none: true }),
  ]

  expect(answers).toEqual([false, false, false, false])
})
