import { expect, test } from 'vitest'
import { passkeySiteOf } from './passkey-site.ts'

test.each([
  ['https://billing.example', { origin: 'https://billing.example', relyingPartyId: 'billing.example' }],
  ['http://localhost:4242', { origin: 'http://localhost:4242', relyingPartyId: 'localhost' }],
])('passkeys of %s belong to its host', (url, site) => {
  expect(passkeySiteOf(url)).toEqual(site)
})

test.each(['http://127.0.0.1:4242', 'http://[::1]:4242'])('at the IP address %s there are no passkeys', (url) => {
  expect(() => passkeySiteOf(url)).toThrow('Passkeys need a host name such as localhost')
})
