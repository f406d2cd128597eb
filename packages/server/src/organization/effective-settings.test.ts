import { expect, test } from 'vitest'
import { organizationSettings } from './settings.ts'
import { effectiveSettings } from './effective-settings.ts'

test('every setting has a value, even one that was never set', () => {
  const settings = effectiveSettings(organizationSettings.parse({}))

  expect(Object.keys(settings).toSorted()).toEqual(Object.keys(organizationSettings.shape).toSorted())
  expect(settings).toMatchObject({
    withdrawal_url: null,
    digital_supply: 'none',
    declines_per_address: 20,
    on_dispute: 'at_period_end',
    routing: [],
    retention: {
      sessions_days: 90,
      deliveries_days: 30,
      calls_days: 400,
      emails_days: 400,
      declarations_days: 400,
      customers_days: null,
    },
  })
})

test('stored settings apply, and unset retention days have their defaults', () => {
  const given = { declines_per_address: 5, on_dispute: 'now', retention: { sessions_days: 30 } }

  expect(effectiveSettings(organizationSettings.parse(given))).toMatchObject({
    declines_per_address: 5,
    on_dispute: 'now',
    retention: { sessions_days: 30, deliveries_days: 30 },
  })
})
