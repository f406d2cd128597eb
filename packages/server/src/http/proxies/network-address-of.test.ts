import { expect, test } from 'vitest'
import { networkAddressOf } from './network-address-of.ts'

test.each([
  ['an IPv4 address is itself', '192.0.2.7', '192.0.2.7'],
  ['an IPv4 address from a dual-stack socket is that IPv4 address', '::ffff:192.0.2.7', '192.0.2.7'],
  ['an IPv6 address counts as its household’s network', '2001:db8:0:12ab:1:2:3:4', '2001:db8:0:1200::/56'],
  ['a request whose connection is gone has none', undefined, 'unknown'],
])('%s', (_, ip, address) => {
  expect(networkAddressOf({ ip })).toBe(address)
})
