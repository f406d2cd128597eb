import { expect, test } from 'vitest'
import { isOriginAllowed } from './is-origin-allowed.ts'
import { organizationSettings } from './settings.ts'

const organizationWith = (allowed_origins: string[] | null) => ({
  settings: organizationSettings.parse({ allowed_origins }),
})

test.each([
  ['http://localhost', true],
  ['http://localhost:4243', true],
  ['https://127.0.0.1:8443', true],
  ['http://[::1]:3000', true],
  ['http://localhost.evil.example', false],
  ['http://127.0.0.1.evil.example', false],
  ['https://shop.example', false],
  ['null', false],
  ['', false],
  ['file://localhost', false],
])('in sandbox an organization without a list allows only loopback: %s → %s', (origin, allowed) => {
  expect(isOriginAllowed(organizationWith(null), 'sandbox', origin)).toBe(allowed)
})

test('in live mode an organization without a list allows no page', () => {
  expect(isOriginAllowed(organizationWith(null), 'live', 'http://localhost')).toBe(false)
})

test('an organization with a list allows exactly that', () => {
  const organization = organizationWith(['https://shop.example'])

  expect(isOriginAllowed(organization, 'sandbox', 'https://shop.example')).toBe(true)
  expect(isOriginAllowed(organization, 'sandbox', 'https://shop.example:8443')).toBe(false)
  expect(isOriginAllowed(organization, 'sandbox', 'http://localhost')).toBe(false)
})

test('a caller without an origin is always allowed', () => {
  expect(isOriginAllowed(organizationWith([]), 'live', undefined)).toBe(true)
})
