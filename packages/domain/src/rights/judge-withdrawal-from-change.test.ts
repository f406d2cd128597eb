import { expect, test } from 'vitest'
import { addSeconds } from '../calendar/timestamp.ts'
import { type ContractOfChangedSubscription, judgeWithdrawalFromChange } from './judge-withdrawal-from-change.ts'

/** A Tuesday, so that a period of 14 days does not end at a weekend. */
const tuesday = '2027-06-01T10:00:00.000Z'
const after = (days: number): string => addSeconds(tuesday, Math.round(days * 86_400))

/** A contract for 30.00, concluded `days` days after the first contract. */
const madeOn = (
  days: number,
  more: Partial<ContractOfChangedSubscription['contract']> = {},
): ContractOfChangedSubscription['contract'] => ({
  country: 'DE',
  concludedAt: after(days),
  noticeAt: after(days),
  immediateSupply: 'service',
  isConfirmed: true,
  charges: [{ priceMinor: 3000, paidMinor: 3000, refundedMinor: 0, period: null }],
  ...more,
})

const first = (more: Partial<ContractOfChangedSubscription['contract']> = {}): ContractOfChangedSubscription => ({
  contract: madeOn(0, more),
  undoneMinor: null,
})
const change = (more: Partial<ContractOfChangedSubscription['contract']> = {}): ContractOfChangedSubscription => ({
  contract: madeOn(10, more),
  undoneMinor: [4000],
})
const earlier: ContractOfChangedSubscription = { contract: madeOn(8), undoneMinor: null }
const past: ContractOfChangedSubscription = { ...change(), undoneMinor: null }

const unclear = { kind: 'unclear' } as const
const undone = { kind: 'change_withdrawn', refundsMinor: [4000] } as const

// The number is the day of the declaration. Computed by hand: the consumer may withdraw from the first contract until day 15, from the
// change of day 8 until day 23, and from the change of day 10 until day 25.
test.each<[string, readonly ContractOfChangedSubscription[], number, ReturnType<typeof judgeWithdrawalFromChange>]>([
  ['a change alone', [change()], 12, undone],
  ['a change when the days of the first contract are over', [first(), change()], 20, undone],
  ['the last moment of the change', [first(), change()], 24.9, undone],
  ['a change that charged nothing', [{ ...change(), undoneMinor: [] }], 20, { ...undone, refundsMinor: [] }],
  ['a change without a notice, 60 days later', [first(), change({ noticeAt: null })], 60, undone],
  ['a change, too late', [first(), change()], 26, { kind: 'too_late' }],
  ['a change that cannot be undone', [first(), past], 20, unclear],
  ['a change that cannot be undone, too late', [first(), past], 26, { kind: 'too_late' }],
  ['both contracts', [first(), change()], 12, unclear],
  ['the first one alone, which had no notice', [first({ noticeAt: null }), change()], 60, unclear],
  ['two changes', [first(), earlier, change()], 20, unclear],
  ['two changes, the earlier too late', [first(), earlier, change()], 24, undone],
  ['content that was supplied at once', [first(), change({ immediateSupply: 'content' })], 20, { kind: 'right_lost' }],
  ['content that is free', [first(), change({ immediateSupply: 'content', charges: [] })], 20, undone],
  ['a country without the right', [first({ country: 'US' }), change({ country: 'US' })], 12, { kind: 'no_right' }],
])('%s', (_, contracts, at, expected) => {
  expect(judgeWithdrawalFromChange(contracts, after(at))).toEqual(expected)
})
