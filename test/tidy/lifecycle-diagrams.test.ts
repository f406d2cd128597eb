import { renderLifecycle, paymentLifecycle, subscriptionLifecycle } from '@billing-checkout/domain'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const map = readFileSync(new URL('../../packages/README.md', import.meta.url), 'utf8')

test.each([
  ['payment', paymentLifecycle],
  ['subscription', subscriptionLifecycle],
])('the map draws the %s lifecycle as its table defines it', (_, table) => {
  const drawn = renderLifecycle(table)

  expect(map.includes(drawn), `Put this into packages/README.md:\n${drawn}`).toBe(true)
})
