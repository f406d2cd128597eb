import { expect, test } from 'vitest'
import { phaseTriggerFor } from './phase-trigger-for.ts'

const because = (status: string) => ({
  status,
  status_reason: { advice_code: null, decline_code: null, message: null },
})

test('an approved payment that is refunded by itself is not a success, and its session is over', () => {
  expect(phaseTriggerFor({ payment_status: 'SETTLING', status_reason: because('approved') })).toBe('approved')
  for (const status of ['AUTHORIZED', 'SETTLING', 'SETTLED'] as const) {
    expect(phaseTriggerFor({ payment_status: status, status_reason: because('unwanted') })).toBe('ranOut')
  }
})
