import { userRights } from '@billing-checkout/contract'
import { expect, test } from 'vitest'
import { developerScreens } from '../screens/developers/developer-tabs.ts'
import { type Context, may } from './context.ts'

const as = (role: Context['organization']['role'], isOperator = false): Context =>
  ({ session: { user: { is_operator: isOperator } }, organization: { id: 'org_1', role } }) as Context

const operations = Object.keys(userRights) as (keyof typeof userRights)[]

test('support refunds and cancels, and finds no button that the server refuses', () => {
  const allowed = ['refundPayment', 'cancelSubscription', 'createRecoveryLink', 'resendEmail', 'findEvents'] as const
  const refused = ['updateSubscription', 'eraseCustomer', 'createApiKey', 'findAuditRecords', 'findUsers'] as const

  expect(allowed.map((name) => may(as('support'), name))).toEqual(allowed.map(() => true))
  expect(refused.map((name) => may(as('support'), name))).toEqual(refused.map(() => false))
})

test('a user who only reads finds no operation that changes something', () => {
  const changing = operations.filter((name) => !/^(find|preview)/.test(name))

  expect(changing.filter((name) => may(as('read_only'), name))).toEqual([])
})

test('the sandbox clock is for operators, whatever their role is', () => {
  expect(may(as('admin'), 'advanceSandboxClock')).toBe(false)
  expect(may(as('read_only', true), 'advanceSandboxClock')).toBe(true)
})

test('an operation for no user is offered to none', () => {
  expect(may(as('admin', true), 'findCheckout')).toBe(false)
})

test.each([
  ['admin', ['keys', 'webhooks', 'events', 'audit']],
  ['member', ['webhooks', 'events', 'audit']],
  ['support', ['webhooks', 'events']],
] as const)('%s finds the screens for developers that the role reads', (role, screens) => {
  expect(developerScreens(as(role))).toEqual(screens)
})
