import { type PaymentStatus, paymentStatuses } from '@billing-checkout/contract'
import { expect, test } from 'vitest'
import { InvalidTransition } from '../lifecycle.ts'
import {
  isCaptured,
  isAuthorizedOrCaptured,
  paymentStatusAfter,
  paymentLifecycle,
  type PaymentTrigger,
} from './lifecycle.ts'

const happenings = [
  ...new Set(Object.values(paymentLifecycle).flatMap((changes) => Object.keys(changes))),
] as PaymentTrigger[]
const matrix = paymentStatuses.flatMap((status) => happenings.map((trigger) => [status, trigger] as const))

test.each(matrix)('a %s payment that is %s follows the table or is refused', (status, trigger) => {
  const next = (paymentLifecycle[status] as Partial<Record<PaymentTrigger, PaymentStatus>>)[trigger]

  if (next === undefined) expect(() => paymentStatusAfter(status, trigger)).toThrow(InvalidTransition)
  else expect(paymentStatusAfter(status, trigger)).toBe(next)
})

test('every status can be reached from PENDING', () => {
  const reached = new Set<string>(['PENDING'])
  for (const status of reached)
    for (const next of Object.values(paymentLifecycle[status as PaymentStatus])) reached.add(next)

  expect([...reached].toSorted()).toEqual([...paymentStatuses].toSorted())
})

test('settled, declined, blocked, failed and cancelled payments never change again', () => {
  const finals = paymentStatuses.filter((status) => Object.keys(paymentLifecycle[status]).length === 0)

  expect(finals.toSorted()).toEqual(['BLOCKED', 'CANCELLED', 'DECLINED', 'FAILED', 'SETTLED'])
})

test('a payment counts as paid once it is authorized', () => {
  expect(paymentStatuses.filter(isAuthorizedOrCaptured).toSorted()).toEqual(['AUTHORIZED', 'SETTLED', 'SETTLING'])
})

test('the money of a payment is captured while it settles and once it is settled', () => {
  expect(paymentStatuses.filter(isCaptured).toSorted()).toEqual(['SETTLED', 'SETTLING'])
})
