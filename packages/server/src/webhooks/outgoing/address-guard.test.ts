import { expect, test } from 'vitest'
import { isAllowedAddress } from './address-guard.ts'

const live = { mode: 'live', allowed: [] } as const

test.each(['93.184.216.34', '1.1.1.1', '2606:4700:4700::1111', '::ffff:93.184.216.34'])(
  '%s is a public address',
  (address) => {
    expect(isAllowedAddress(address, live)).toBe(true)
  },
)

test.each([
  '127.0.0.1',
  '127.8.8.8',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.169.254',
  '192.0.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  'fe80::1',
  'fc00::1',
  'fd00:ec2::254',
  'fec0::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:a9fe:a9fe',
  '::127.0.0.1',
  '::7f00:1',
  '::a9fe:a9fe',
  '64:ff9b::7f00:1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::a00:1',
  '2002:7f00:1::',
  '2001::1',
  '2001:db8::1',
  'nonsense',
])('%s is not a public address', (address) => {
  expect(isAllowedAddress(address, live)).toBe(false)
})

test('a sandbox reaches its own machine and no other private address', () => {
  const sandbox = { mode: 'sandbox', allowed: [] } as const

  expect(['127.0.0.1', '::1', '::ffff:127.0.0.1'].map((each) => isAllowedAddress(each, sandbox))).toEqual([
    true,
    true,
    true,
  ])
  expect(['10.0.0.1', '169.254.169.254', '0.0.0.0'].map((each) => isAllowedAddress(each, sandbox))).toEqual([
    false,
    false,
    false,
  ])
})

test('a public sandbox does not reach its own machine, unless the operator allows it', () => {
  const shared = { mode: 'sandbox', isPublic: true, allowed: [] } as const
  const addresses = ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1']

  expect(addresses.filter((each) => isAllowedAddress(each, shared))).toEqual([])
  expect(isAllowedAddress('127.0.0.1', { ...shared, allowed: ['127.0.0.0/8'] })).toBe(true)
})

test('the operator may allow private addresses', () => {
  const named = { mode: 'live', allowed: ['10.0.0.0/8', 'fd00::5'] } as const

  expect(['10.9.9.9', '::ffff:10.9.9.9', 'fd00::5'].map((each) => isAllowedAddress(each, named))).toEqual([
    true,
    true,
    true,
  ])
  expect(['11.0.0.1', '192.168.0.1', 'fd00::6'].map((each) => isAllowedAddress(each, named))).toEqual([
    true,
    false,
    false,
  ])
})
