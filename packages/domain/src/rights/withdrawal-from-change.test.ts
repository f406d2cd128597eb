import fc from 'fast-check'
import { expect, test } from 'vitest'
import { secondsAfter } from '../calendar/seconds-after.ts'
import { type ChangedSubscription, type ChargeOfChanged, withdrawalFromChanged } from './withdrawal-from-change.ts'

/** A Tuesday, so that a period of 14 days does not end at a weekend. */
const tuesday = '2027-06-01T10:00:00.000Z'
const after = (days: number): string => secondsAfter(tuesday, Math.round(days * 86_400))

const charge = (
  priceMinor: number,
  from: number,
  to: number,
  more: Partial<ChargeOfChanged> = {},
): ChargeOfChanged => ({
  priceMinor,
  paidMinor: priceMinor,
  refundedMinor: 0,
  creditMinor: 0,
  period: { start: after(from), end: after(to) },
  made: 'since',
  leftAt: null,
  ...more,
})

/** 30.00 for 30 days, left after 10 of them: 20.00 of it became credit for the later plan. */
const left = (more: Partial<ChargeOfChanged> = {}) =>
  charge(3000, 0, 30, { made: 'exchanged', leftAt: after(10), ...more })
/** 60.00 for 30 days from then on, of which 40.00 were paid. */
const upgrade = (more: Partial<ChargeOfChanged> = {}) => charge(6000, 10, 40, { paidMinor: 4000, ...more })

interface Given extends Partial<Pick<ChangedSubscription, 'charges' | 'namesChange' | 'canRestore'>> {
  /** Days from the first contract to the change. */
  readonly changedOn?: number
  readonly first?: Partial<ChangedSubscription['first']>
  readonly change?: Partial<ChangedSubscription['change']>
}

const contract = (concludedAt: string, more: Partial<ChangedSubscription['first']> = {}) => ({
  country: 'DE',
  concludedAt,
  noticeAt: concludedAt,
  immediateSupply: 'service' as const,
  isConfirmed: true,
  ...more,
})

const outcomeOf = ({ changedOn = 10, first, change, ...more }: Given, at: number) => {
  const changed: ChangedSubscription = {
    first: contract(tuesday, first),
    change: contract(after(changedOn), change),
    charges: [left(), upgrade()],
    namesChange: false,
    canRestore: true,
    ...more,
  }
  const outcome = withdrawalFromChanged(changed, after(at))
  return 'refundsMinor' in outcome ? [outcome.kind, ...outcome.refundsMinor] : outcome.kind
}

const unasked = { immediateSupply: null }
const unnoticed = { noticeAt: null }

// By hand: the first contract can be withdrawn from until day 15, the change on day 10 until day 25. One day of the first plan is 1.00,
// one day of the later plan 2.00. If the change is undone, all that it charged is given back: 40.00.
test.each<[string, Given, number, ReturnType<typeof outcomeOf>]>([
  ['a change alone, on day 20', {}, 20, ['change_withdrawn', 0, 4000]],
  ['a change alone, that nobody asked to begin', { change: unasked }, 20, ['change_withdrawn', 0, 4000]],
  ['a change named in the days of the first contract', { namesChange: true }, 12, ['change_withdrawn', 0, 4000]],
  [
    '5.00 of the change were refunded before',
    { charges: [left(), upgrade({ refundedMinor: 500 })] },
    20,
    ['change_withdrawn', 0, 3500],
  ],
  [
    'a downgrade that credit paid',
    { charges: [left(), charge(1500, 10, 40, { paidMinor: 0 })] },
    20,
    ['change_withdrawn', 0, 0],
  ],
  ['a change that charged nothing', { charges: [left({ made: 'before', leftAt: null })] }, 20, ['change_withdrawn', 0]],
  ['a change in a free trial', { charges: [] }, 20, ['change_withdrawn']],
  [
    'a change at a discount of half the price',
    { charges: [left(), charge(3000, 10, 40, { paidMinor: 1000 })] },
    20,
    ['change_withdrawn', 0, 1000],
  ],
  ['the last moment of the change', {}, 24.9, ['change_withdrawn', 0, 4000]],
  ['a change, too late', {}, 26, 'too_late'],
  ['a change without a notice, 60 days later', { change: unnoticed }, 60, ['change_withdrawn', 0, 4000]],
  ['a change to content that was supplied at once', { change: { immediateSupply: 'content' } }, 20, 'right_lost'],
  ['a change in a country without the right', { first: { country: 'US' }, change: { country: 'US' } }, 12, 'no_right'],

  // Both contracts: 10 days of the first plan are 10.00, and 2 days of the later one 4.00. 70.00 were paid, 56.00 are left.
  ['both contracts, on day 12', {}, 12, ['withdrawn', 1600, 4000]],
  ['both, and nobody asked to begin', { first: unasked, change: unasked }, 12, ['withdrawn', 3000, 4000]],
  ['both, and the consumer asked only for the later plan', { first: unasked }, 12, ['withdrawn', 2600, 4000]],
  ['both, and the consumer asked only for the first plan', { change: unasked }, 12, ['withdrawn', 2000, 4000]],
  [
    'both, and 5.00 were refunded',
    { charges: [left({ refundedMinor: 500 }), upgrade()] },
    12,
    ['withdrawn', 1100, 4000],
  ],
  // 8.00 of the customer's credit pay for a part of the 14.00 that are owed.
  [
    'both, and 8.00 were credit',
    { charges: [left(), upgrade({ paidMinor: 3200, creditMinor: 800 })] },
    12,
    ['withdrawn', 2400, 3200],
  ],
  ['a free trial and a change in it', { charges: [], changedOn: 3 }, 5, ['withdrawn']],

  // The change cannot be undone: the first plan is owed, and the later one for the days since day 10, if the consumer asked for it.
  ['a subscription that ends on day 20', { canRestore: false }, 20, ['withdrawn', 0, 4000]],
  ['it ends, and nobody asked to begin', { canRestore: false, change: unasked }, 20, ['withdrawn', 2000, 4000]],
  ['it ends after 5 days', { canRestore: false, namesChange: true }, 15, ['withdrawn', 1000, 4000]],
  [
    'it ends after the change was refunded in full',
    { canRestore: false, charges: [left(), upgrade({ refundedMinor: 4000 })] },
    20,
    ['withdrawn', 0, 0],
  ],
  // A week for 14.00, and its renewal: 7 days and 3 days are 20.00 of 28.00, and 20.00 of the first plan were credit.
  [
    'it ends after the change was renewed',
    {
      canRestore: false,
      charges: [left(), charge(1400, 10, 17, { paidMinor: 0 }), charge(1400, 17, 24, { paidMinor: 800 })],
    },
    20,
    ['withdrawn', 0, 0, 800],
  ],
  // Without credit for the rest of the first plan, that plan is no part of it: 40.00 of 60.00 are left.
  [
    'it ends after a change in full',
    { canRestore: false, charges: [left({ made: 'before' }), charge(6000, 10, 40)] },
    20,
    ['withdrawn', 0, 4000],
  ],
  // The first plan was left on day 5 for one of 45.00, which was left on day 10 for one of 60.00: 5.00, 7.50 and 20.00 are owed of 82.50.
  [
    'it ends after two changes',
    {
      canRestore: false,
      charges: [
        left({ leftAt: after(5) }),
        charge(4500, 5, 35, { paidMinor: 2000, made: 'exchanged', leftAt: after(10) }),
        upgrade({ paidMinor: 2250 }),
      ],
    },
    20,
    ['withdrawn', 0, 1750, 2250],
  ],
])('%s', (_, given, at, expected) => {
  expect(outcomeOf(given, at)).toEqual(expected)
})

const anyCharge = fc.record({
  priceMinor: fc.integer({ min: 0, max: 1_000_000 }),
  paid: fc.double({ min: 0, max: 1, noNaN: true }),
  refunded: fc.double({ min: 0, max: 1, noNaN: true }),
  from: fc.integer({ min: 0, max: 20 }),
  days: fc.integer({ min: 1, max: 60 }),
  leftOn: fc.option(fc.integer({ min: 0, max: 20 })),
  made: fc.constantFrom('before' as const, 'exchanged' as const, 'since' as const),
})

test('a withdrawal from a changed subscription never gives back more than is left of each payment, nor more if it comes later', () => {
  const given = fc.record({
    charges: fc.array(anyCharge, { maxLength: 4 }),
    canRestore: fc.constant(false),
    immediateSupply: fc.constantFrom('service' as const, null),
  })
  fc.assert(
    fc.property(given, fc.tuple(fc.integer({ min: 10, max: 14 }), fc.integer({ min: 10, max: 14 })), (drawn, days) => {
      const charges = drawn.charges.map(({ priceMinor, paid, refunded, from, days: long, leftOn, made }) => {
        const paidMinor = Math.floor(priceMinor * paid)
        const refundedMinor = Math.floor(paidMinor * refunded)
        return charge(priceMinor, from, from + long, {
          paidMinor,
          refundedMinor,
          made,
          leftAt: leftOn === null ? null : after(leftOn),
        })
      })
      const { immediateSupply, canRestore } = drawn
      const refundsAt = (at: number) =>
        outcomeOf({ charges, canRestore, first: { immediateSupply }, change: { immediateSupply } }, at).slice(
          1,
        ) as number[]
      const [early, late] = days.toSorted((one, other) => one - other).map(refundsAt)

      for (const [at, refund] of early!.entries()) {
        expect(refund).toBeGreaterThanOrEqual(0)
        expect(refund).toBeLessThanOrEqual(charges[at]!.paidMinor - charges[at]!.refundedMinor)
      }
      expect(sumOf(late!)).toBeLessThanOrEqual(sumOf(early!))
    }),
  )
})

const sumOf = (refunds: readonly number[]): number => refunds.reduce((sum, refund) => sum + refund, 0)
