import { expect, test } from 'vitest'
import { addressAfterSignIn, storeIdentityRequest, consumeIdentityRequest } from './pending-identity-request.ts'

const aStorage = () => {
  const items = new Map<string, string>()
  return {
    setItem: (key: string, value: string) => void items.set(key, value),
    getItem: (key: string) => items.get(key) ?? null,
    removeItem: (key: string) => void items.delete(key),
  }
}
const request = { state: 's', purpose: 'sign_in', returnTo: '/dashboard/org_1', invitation: null } as const

test('a window takes its stored request once, and only for the state with which it left', () => {
  const storage = aStorage()
  storeIdentityRequest(storage, request)
  const taken = [consumeIdentityRequest(storage, 's'), consumeIdentityRequest(storage, 's')]
  storeIdentityRequest(storage, request)

  expect(taken).toEqual([request, null])
  expect(consumeIdentityRequest(storage, 'another')).toBe(null)
  expect(consumeIdentityRequest(storage, null)).toBe(null)
})

test.each([
  ['/dashboard/org_1/payments?page=2', '/dashboard/org_1/payments?page=2'],
  ['/dashboard', '/dashboard'],
  ['/dashboard/invitation/0a1b', '/dashboard'],
  ['https://attacker.example/dashboard/org_1', '/dashboard'],
  ['//attacker.example/dashboard/org_1', '/dashboard'],
  [null, '/dashboard'],
])('after signing in at %s the user continues at %s', (returnTo, address) => {
  expect(addressAfterSignIn({ returnTo })).toBe(address)
})
