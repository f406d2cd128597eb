import { type SubscriptionStatus, subscriptionStatuses } from '@billing-checkout/contract'
import { expect, test } from 'vitest'
import { InvalidTransition, renderLifecycle } from '../lifecycle.ts'
import { subscriptionStatusAfter, subscriptionLifecycle, type SubscriptionTrigger } from './lifecycle.ts'

const happenings = [
  ...new Set(Object.values(subscriptionLifecycle).flatMap((changes) => Object.keys(changes))),
] as SubscriptionTrigger[]
const matrix = subscriptionStatuses.flatMap((status) => happenings.map((trigger) => [status, trigger] as const))

test.each(matrix)('a %s subscription that is %s follows the table or is refused', (status, trigger) => {
  const changes = subscriptionLifecycle[status] as Partial<Record<SubscriptionTrigger, SubscriptionStatus>>
  const next = changes[trigger]

  if (next === undefined) expect(() => subscriptionStatusAfter(status, trigger)).toThrow(InvalidTransition)
  else expect(subscriptionStatusAfter(status, trigger)).toBe(next)
})

test.each(['trial', 'active'] as const)('every status can be reached from a new subscription in %s', (first) => {
  const reached = new Set<string>([first])
  for (const status of reached) {
    for (const next of Object.values(subscriptionLifecycle[status as SubscriptionStatus])) reached.add(next)
  }

  expect([...reached].toSorted()).toEqual([...subscriptionStatuses].toSorted())
})

test('a subscription scheduled for cancellation never renews', () => {
  expect(() => subscriptionStatusAfter('scheduled_for_cancellation', 'renewed')).toThrow(InvalidTransition)
})

test('a drawn lifecycle has one arrow for every cell', () => {
  const cells = Object.values(subscriptionLifecycle).flatMap((changes) => Object.keys(changes)).length

  expect(renderLifecycle(subscriptionLifecycle).split('\n')).toHaveLength(cells + 1)
})
