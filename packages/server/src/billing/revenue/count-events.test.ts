import { expect, test } from 'vitest'
import type { CommittedEvent } from '../../store/events/find-events-after.ts'
import { countEvents } from './count-events.ts'

const rates = { date: '2026-11-29', source: 'a test', perUsd: { EUR: '0.5', USD: '1' } }
const unknown = { counted: [], taxRules: new Map() }

const event = (currency: string, amount: number, createdAt = '2026-11-01T10:00:00.000Z', status = 'active') =>
  ({
    createdAt,
    object: {
      id: 'sub_1',
      status,
      quantity: 1,
      discount: null,
      plan: { price: { amount, currency }, interval: 'months', interval_count: 1 },
    },
  }) as unknown as CommittedEvent

test('revenue in dollars needs no rate', () => {
  const { counted } = countEvents([event('USD', 700)], unknown, undefined)

  expect(counted).toMatchObject([{ amount: 700, amountUsd: 700 }])
})

test('revenue that was counted without a rate gets its dollars as soon as there is one', () => {
  const before = countEvents([event('EUR', 500)], unknown, undefined)
  const after = countEvents([event('EUR', 800)], { ...unknown, counted: before.counted }, rates)

  expect(before.days).toMatchObject([{ movement: 'new', amount: 500, amountUsd: null }])
  expect(after.counted).toMatchObject([{ amount: 800, amountUsd: 1600 }])
  expect(after.days).toMatchObject([{ movement: 'expansion', amount: 300, amountUsd: 600 }])
})

test('a subscription keeps the rate of its first count', () => {
  const before = countEvents([event('EUR', 500)], unknown, rates)
  const later = { ...rates, perUsd: { EUR: '1', USD: '1' } }
  const after = countEvents([event('EUR', 0, undefined, 'cancelled')], { ...unknown, counted: before.counted }, later)

  expect(after.days).toMatchObject([{ movement: 'churn_voluntary', amount: -500, amountUsd: -1000 }])
})

test('a subscription that ends because of an unpaid charge is involuntary churn', () => {
  const { counted } = countEvents([event('EUR', 500)], unknown, rates)
  const ended = event('EUR', 500, undefined, 'cancelled')
  const unpaid = { ...ended, object: { ...ended.object, cancellation: { source: 'unpaid' } } } as typeof ended
  const { days } = countEvents([unpaid], { ...unknown, counted }, rates)

  expect(days).toMatchObject([{ movement: 'churn_involuntary', amount: -500 }])
})

test('changes of one day and cause are one row, and a change of currency is a contraction and an expansion', () => {
  const first = countEvents([event('EUR', 500), event('EUR', 600), event('EUR', 700)], unknown, rates)
  const moved = countEvents([event('USD', 900)], { ...unknown, counted: first.counted }, rates)

  expect(first.days).toMatchObject([
    { movement: 'new', amount: 500, count: 1 },
    { movement: 'expansion', amount: 200, count: 2 },
  ])
  expect(moved.days).toMatchObject([
    { movement: 'contraction', currencyCode: 'EUR', amount: -700, amountUsd: -1400 },
    { movement: 'expansion', currencyCode: 'USD', amount: 900, amountUsd: 900 },
  ])
})
