import { userRights } from '@billing-checkout/contract'
import { expect, test } from 'vitest'
import { developerScreens } from '../screens/developers/developer-tabs.ts'
import { type Context, isAllowed } from './context.ts'

const as = (role: Context['organization']['role'], isOperator = false): Context =>
  ({ session: { user: { is_operator: isOperator } }, organization: { id: 'org_1', role } }) as Context

const operations = Object.keys(userRights) as (keyof typeof userRights)[]

test('support can refund and cancel, and sees no button that the server would refuse', () => {
  const allowed = ['refundPayment', 'cancelSubscription', 'createRecoveryLink', 'resendEmail', 'findEvents'] as const
  const refused = ['updateSubscription', 'eraseCustomer', 'createApiKey', 'findAuditRecords', 'findUsers'] as const

  expect(allowed.map((name) => isAllowed(as('support'), name))).toEqual(allowed.map(() => true))
  expect(refused.map((name) => isAllowed(as('support'), name))).toEqual(refused.map(() => false))
})

test('a read-only user sees no operation that changes something', () => {
  const changing = operations.filter((name) => !/^(find|preview)/.test(name))

  expect(changing.filter((name) => isAllowed(as('read_only'), name))).toEqual([])
})

test('the sandbox clock is shown to operators, whatever their role', () => {
  expect(isAllowed(as('admin'), 'advanceSandboxClock')).toBe(false)
  expect(isAllowed(as('read_only', true), 'advanceSandboxClock')).toBe(true)
})

test('an operation for no user is shown to none', () => {
  expect(isAllowed(as('admin', true), 'findCheckout')).toBe(false)
})

test.each([
  ['admin', ['keys', 'webhooks', 'events', 'audit']],
  ['member', ['webhooks', 'events', 'audit']],
  ['support', ['webhooks', 'events']],
] as const)('%s sees the screens for developers that the role may read', (role, screens) => {
  expect(developerScreens(as(role))).toEqual(screens)
})
