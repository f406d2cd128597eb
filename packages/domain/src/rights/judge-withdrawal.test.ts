import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addSeconds } from '../calendar/timestamp.ts'
import { type ChargeOfContract, judgeWithdrawal, type WithdrawnContract } from './judge-withdrawal.ts'

/** A Tuesday, so that a period of 14 days does not end at a weekend. */
const tuesday = '2027-06-01T10:00:00.000Z'

const after = (days: number, from = tuesday): string => addSeconds(from, Math.round(days * 86_400))

/** A charge, paid without credit, for the period from day `from` to day `to`. */
const charge = (
  priceMinor: number,
  from: number,
  to: number,
  more: Partial<ChargeOfContract> = {},
): ChargeOfContract => ({
  priceMinor,
  paidMinor: priceMinor,
  refundedMinor: 0,
  period: { start: after(from), end: after(to) },
  ...more,
})

/** A contract in Germany for 30.00 euros and 30 days (1.00 a day), with a notice of the right to withdraw and a confirmation. */
const contract = (more: Partial<WithdrawnContract> = {}): WithdrawnContract => ({
  country: 'DE',
  concludedAt: tuesday,
  noticeAt: more.concludedAt ?? tuesday,
  immediateSupply: null,
  isConfirmed: true,
  charges: [charge(3000, 0, 30)],
  ...more,
})

const outcomeOf = (given: WithdrawnContract, declaredAt: string) => {
  const outcome = judgeWithdrawal(given, declaredAt)
  return outcome.kind === 'withdrawn' ? outcome.refundsMinor : outcome.kind
}

describe('a service that began at the consumer’s request', () => {
  // Computed by hand: the consumer owes price × days supplied ÷ days of the period, rounded down, and is refunded the
  // rest. 7 of 30 days of 9.99 are 2.331, so the consumer owes 2.33 and is refunded 7.66.
  test.each([
    [3000, 30, 0, 3000],
    [3000, 30, 0.5, 2950],
    [3000, 30, 1, 2900],
    [3000, 30, 3, 2700],
    [3000, 30, 7, 2300],
    [3000, 30, 10, 2000],
    [3000, 30, 14, 1600],
    [3000, 30, 14.5, 1550],
    [999, 30, 1, 966],
    [999, 30, 2, 933],
    [999, 30, 7, 766],
    [999, 30, 10, 666],
    [999, 30, 14, 533],
    [12_000, 365, 1, 11_968],
    [12_000, 365, 14, 11_540],
    [9900, 365, 10, 9629],
    [36_600, 366, 14, 35_200],
    [700, 7, 3, 400],
    [700, 7, 7, 0],
    [499, 7, 2, 357],
    // For 1.00 and 14 days, the consumer owes one cent for each hundredth of the period, and nothing for a part of a cent.
    [100, 14, 0.07, 100],
    [100, 14, 0.14, 99],
    [1, 30, 14, 1],
    [30, 30, 1, 29],
    // Of 980 yen, which have no minor unit, the consumer owes 163 (163.33 rounded down). Of 2.500 Kuwaiti dinars, the consumer owes 0.333.
    [980, 30, 5, 817],
    [2500, 30, 4, 2167],
    // An hour costs 4.17 cents, and a second less than one cent.
    [3000, 30, 1 / 24, 2996],
    [3000, 30, 1 / 86_400, 3000],
  ])('for %d of %d days, after %d days, refunds %d', (price, days, at, refund) => {
    const given = contract({ immediateSupply: 'service', charges: [charge(price, 0, days)] })

    expect(outcomeOf(given, after(at))).toEqual([refund])
  })

  test.each([['FR'], ['GB'], ['NO'], [null]])('in %s the same share is owed', (country) => {
    expect(outcomeOf(contract({ country, immediateSupply: 'service' }), after(10))).toEqual([2000])
  })
})

// Computed by hand: each charge counts on its own, by the part of its period before the declaration.
const nextMonth = charge(3000, 7, 37)
test.each<[string, Partial<WithdrawnContract>, number, readonly number[] | string]>([
  // The consumer owes nothing without a request for immediate supply, or without a notice of the right to withdraw.
  ['a service that nobody asked for', {}, 10, [3000]],
  ['a service that nobody asked for, in Great Britain', { country: 'GB' }, 14, [3000]],
  ['a year that nobody asked to begin', { charges: [charge(12_000, 0, 365)] }, 14, [12_000]],
  ['a week that is over and that nobody asked for', { charges: [charge(700, 0, 7)] }, 7, [700]],
  ['a requested service without a notice', { immediateSupply: 'service', noticeAt: null }, 10, [3000]],
  [
    'three months without a notice',
    { immediateSupply: 'service', noticeAt: null, charges: [0, 30, 60].map((day) => charge(3000, day, day + 30)) },
    89,
    [3000, 3000, 3000],
  ],
  ['a notice after the contract', { immediateSupply: 'service', noticeAt: after(20) }, 34.9, [3000]],
  // Content: the consumer loses the right only by request, acknowledgement and confirmation together.
  ['content that was supplied at once', { immediateSupply: 'content' }, 1, 'right_lost'],
  ['content in the first second', { immediateSupply: 'content' }, 0, 'right_lost'],
  ['content in Great Britain', { immediateSupply: 'content', country: 'GB' }, 3, 'right_lost'],
  ['content in an unknown country', { immediateSupply: 'content', country: null }, 3, 'right_lost'],
  ['content without a confirmation', { immediateSupply: 'content', isConfirmed: false }, 1, [3000]],
  ['content that the consumer did not ask for', { charges: [charge(1999, 0, 30)] }, 13, [1999]],
  ['content in a free trial', { immediateSupply: 'content', charges: [] }, 3, []],
  ['content in a trial at price 0', { immediateSupply: 'content', charges: [charge(0, 0, 7)] }, 3, [0]],
  [
    'content that was paid by credit',
    { immediateSupply: 'content', charges: [charge(900, 0, 30, { paidMinor: 0 })] },
    3,
    'right_lost',
  ],
  // Trials: the contract is concluded when the trial begins.
  ['a free trial', { immediateSupply: 'service', charges: [] }, 3, []],
  ['a trial at price 0', { immediateSupply: 'service', charges: [charge(0, 0, 7)] }, 3, [0]],
  ['three days after a free trial of seven', { immediateSupply: 'service', charges: [nextMonth] }, 10, [2700]],
  [
    'the moment of the first charge after a trial',
    { immediateSupply: 'service', charges: [charge(3000, 14, 44)] },
    14,
    [3000],
  ],
  ['in a trial for 1.00', { immediateSupply: 'service', charges: [charge(100, 0, 7)] }, 2, [72]],
  ['after a trial for 1.00', { immediateSupply: 'service', charges: [charge(100, 0, 7), nextMonth] }, 10, [0, 2700]],
  // Several charges, and charges whose period was not supplied at all.
  ['the second week', { immediateSupply: 'service', charges: [charge(700, 0, 7), charge(700, 7, 14)] }, 10, [0, 400]],
  ['a period that has not begun', { immediateSupply: 'service', charges: [nextMonth] }, 3, [3000]],
  [
    'a purchase without a period',
    { immediateSupply: 'service', charges: [charge(2490, 0, 0, { period: null })] },
    5,
    [2490],
  ],
  ['a period of no length', { immediateSupply: 'service', charges: [charge(2490, 3, 3)] }, 5, [2490]],
  // Earlier refunds and credit: the refund is never more than the paid sum less earlier refunds. 10 days of 30.00 cost 10.00.
  [
    '5.00 were refunded',
    { immediateSupply: 'service', charges: [charge(3000, 0, 30, { refundedMinor: 500 })] },
    10,
    [1500],
  ],
  [
    '25.00 were refunded',
    { immediateSupply: 'service', charges: [charge(3000, 0, 30, { refundedMinor: 2500 })] },
    10,
    [0],
  ],
  ['all was refunded', { charges: [charge(3000, 0, 30, { refundedMinor: 3000 })] }, 10, [0]],
  [
    '10.00 were credit',
    { immediateSupply: 'service', charges: [charge(3000, 0, 30, { paidMinor: 2000 })] },
    10,
    [2000],
  ],
  ['5.00 were credit', { immediateSupply: 'service', charges: [charge(3000, 0, 30, { paidMinor: 2500 })] }, 2, [2500]],
  [
    '5.00 were credit, and more is owed',
    { immediateSupply: 'service', charges: [charge(3000, 0, 30, { paidMinor: 2500 })] },
    10,
    [2000],
  ],
  ['10.00 were credit, and nothing is owed', { charges: [charge(3000, 0, 30, { paidMinor: 2000 })] }, 10, [2000]],
  ['all was credit', { charges: [charge(3000, 0, 30, { paidMinor: 0 })] }, 10, [0]],
  // The withdrawal period ends after the 14th day that follows the day of the contract, in every time zone.
  ['the last second', { immediateSupply: 'service' }, 15 - 1 / 86_400, [1501]],
  ['too late', { immediateSupply: 'service' }, 15.05, 'too_late'],
  ['content, too late', { immediateSupply: 'content' }, 15.05, 'too_late'],
  ['no notice, a year later', { noticeAt: null }, 379, [3000]],
  ['no notice, too late', { noticeAt: null }, 381.05, 'too_late'],
  ['14 days after a late notice', { noticeAt: after(20) }, 35.05, 'too_late'],
  ['a notice at the end of the extension', { noticeAt: after(375) }, 381.05, 'too_late'],
  // Countries without the right, and a country that the table does not list.
  ['Switzerland', { country: 'CH' }, 1, 'no_right'],
  ['the United States', { country: 'US' }, 1, 'no_right'],
  ['a country that no row names', { country: 'JP' }, 1, 'no_right'],
])('%s', (_, given, at, expected) => {
  expect(outcomeOf(contract(given), after(at))).toEqual(expected)
})

const anOffer = fc.record({
  country: fc.constantFrom('DE', 'GB', 'NO', 'US', null),
  immediateSupply: fc.constantFrom('service' as const, 'content' as const, null),
  isConfirmed: fc.boolean(),
  hasNotice: fc.boolean(),
  charges: fc.array(
    fc.record({
      priceMinor: fc.integer({ min: 0, max: 1_000_000_000 }),
      credit: fc.double({ min: 0, max: 1, noNaN: true }),
      refunded: fc.double({ min: 0, max: 1, noNaN: true }),
      from: fc.integer({ min: 0, max: 40 }),
      days: fc.integer({ min: 0, max: 400 }),
    }),
    { maxLength: 4 },
  ),
})

const contractOf = ({
  charges,
  hasNotice,
  ...offer
}: typeof anOffer extends fc.Arbitrary<infer Offer> ? Offer : never) =>
  contract({
    ...offer,
    noticeAt: hasNotice ? tuesday : null,
    charges: charges.map(({ priceMinor, credit, refunded, from, days }) => {
      const paidMinor = Math.floor(priceMinor * (1 - credit))
      return charge(priceMinor, from, from + days, { paidMinor, refundedMinor: Math.floor(paidMinor * refunded) })
    }),
  })

const totalOf = (given: WithdrawnContract, at: string): number => {
  const outcome = judgeWithdrawal(given, at)
  return outcome.kind === 'withdrawn' ? outcome.refundsMinor.reduce((sum, refund) => sum + refund, 0) : 0
}

test('no refund is negative or exceeds the unrefunded payment', () => {
  fc.assert(
    fc.property(anOffer, fc.integer({ min: 0, max: 400 * 86_400 }), (offer, seconds) => {
      const given = contractOf(offer)
      const outcome = judgeWithdrawal(given, addSeconds(tuesday, seconds))
      if (outcome.kind !== 'withdrawn') return
      expect(outcome.refundsMinor).toHaveLength(given.charges.length)
      for (const [at, refund] of outcome.refundsMinor.entries()) {
        const { paidMinor, refundedMinor } = given.charges[at]!
        expect(refund).toBeGreaterThanOrEqual(0)
        expect(refund).toBeLessThanOrEqual(paidMinor - refundedMinor)
        expect(Number.isInteger(refund)).toBe(true)
      }
      // The total that a charge gives back does not depend on what it has refunded before.
      const untouched = given.charges.map((each) => ({ ...each, refundedMinor: 0 }))
      expect(judgeWithdrawal({ ...given, charges: untouched }, addSeconds(tuesday, seconds))).toMatchObject({
        refundsMinor: outcome.owedMinor,
        owedMinor: outcome.owedMinor,
      })
    }),
  )
})

test('a later withdrawal never refunds more', () => {
  const moment = fc.integer({ min: 0, max: 400 * 86_400 })
  fc.assert(
    fc.property(anOffer, moment, moment, (offer, one, other) => {
      const given = contractOf(offer)
      const [early, late] = [Math.min(one, other), Math.max(one, other)].map((at) => addSeconds(tuesday, at))

      expect(totalOf(given, late!)).toBeLessThanOrEqual(totalOf(given, early!))
    }),
  )
})

test('the rounded shares of a service on request never favour the seller by a cent', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 0, max: 14 * 86_400 }), (price, seconds) => {
      const given = contract({ immediateSupply: 'service', charges: [charge(price, 0, 30)] })
      const owed = price - totalOf(given, addSeconds(tuesday, seconds))

      expect(owed * 30 * 86_400).toBeLessThanOrEqual(price * seconds)
      expect((owed + 1) * 30 * 86_400).toBeGreaterThan(price * seconds)
    }),
  )
})
