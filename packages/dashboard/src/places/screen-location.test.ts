import { expect, test } from 'vitest'
import { pathOfScreen, parseScreenLocation } from './screen-location.ts'

const at = (path: string) => parseScreenLocation(new URL(path, 'https://pay.example'))

test('an address leads to the place for which it was made', () => {
  const path = pathOfScreen('org_1', 'payments', 'pay_1', { search: 'a&b=ü' })

  expect(at(path)).toEqual({
    organizationId: 'org_1',
    screen: 'payments',
    id: 'pay_1',
    query: { search: 'a&b=ü' },
  })
})

test('an id with a slash stays one part of the address', () => {
  expect(at(pathOfScreen('org_1', 'customers', '../x')).id).toBe('../x')
})

test.each(['invitation', 'password'] as const)('the link of %s keeps its token', (screen) => {
  expect(at(`/dashboard/${screen}/0a1b`)).toEqual({ organizationId: null, screen, id: '0a1b', query: {} })
})

test('filters that are empty are left out of the address', () => {
  expect(pathOfScreen('org_1', 'payments', null, { search: '', page: '2' })).toBe('/dashboard/org_1/payments?page=2')
})

test.each([
  ['/dashboard', 'home'],
  ['/dashboard/', 'home'],
  ['/dashboard/set-up', 'set-up'],
  ['/dashboard/callback?code=1', 'callback'],
  ['/dashboard/callback/more', 'unknown'],
  ['/dashboard/org_1', 'home'],
  ['/dashboard/org_1/payments', 'payments'],
  ['/dashboard/org_1/nothing', 'unknown'],
  ['/dashboard/org_1/home', 'unknown'],
  ['/dashboard/org_1/payments/pay_1/more', 'unknown'],
  ['/dashboard/payments', 'unknown'],
  ['/dashboard/invitation', 'unknown'],
  ['/dashboard/invitation/0a1b/more', 'unknown'],
  ['/dashboard/%E0%A4%A', 'unknown'],
])('%s is the screen %s', (path, screen) => {
  expect(at(path).screen).toBe(screen)
})
