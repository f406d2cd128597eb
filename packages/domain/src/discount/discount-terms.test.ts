import fc from 'fast-check'
import { expect, test } from 'vitest'
import { libraryPlan } from '../../testing/a-change.ts'
import type { Interval } from '../calendar/timestamp.ts'
import {
  amountOff,
  discountAfterPaidPeriod,
  discountedPrice,
  discountAfterPlanChange,
  discountsAfterRenewal,
  type DiscountTerms,
} from './discount-terms.ts'

const month = { unit: 'months', count: 1 } as const
const year = { unit: 'years', count: 1 } as const

const aDiscount = (discount: Partial<DiscountTerms> = {}): DiscountTerms => ({
  id: 'disc_1',
  name: 'Spring',
  off: { kind: 'percent', hundredths: 2000 },
  duration: 'periods',
  left: 3,
  plans: [],
  ...discount,
})

const amounts = fc.integer({ min: 0, max: 1_000_000_000_000 })
const percents = fc.integer({ min: 1, max: 10_000 }).map((hundredths) => ({ kind: 'percent', hundredths }) as const)
const fixed = fc
  .integer({ min: 1, max: 1_000_000_000_000 })
  .map((amount) => ({ kind: 'amount', amount, currency: 'EUR' }) as const)

test.each([
  [999, 3333, 333],
  [1, 5000, 1],
  [1050, 1, 0],
  [1000, 10_000, 1000],
])('of a price of %i, %i hundredths of a percent are %i', (price, hundredths, off) => {
  expect(amountOff(price, { kind: 'percent', hundredths })).toBe(off)
})

test('a discounted price is never below 0 and never above the price', () => {
  fc.assert(
    fc.property(amounts, fc.oneof(percents, fixed), (amount, off) => {
      const price = discountedPrice({ price: { amount, currency: 'EUR' }, discount: aDiscount({ off }) })
      expect(price).toBeGreaterThanOrEqual(0)
      expect(price).toBeLessThanOrEqual(amount)
    }),
  )
})

test('a discount of 100 % costs nothing, and without a discount the price is due', () => {
  fc.assert(
    fc.property(amounts, (amount) => {
      const price = { amount, currency: 'EUR' } as const
      expect(discountedPrice({ price, discount: aDiscount({ off: { kind: 'percent', hundredths: 10_000 } }) })).toBe(0)
      expect(discountedPrice({ price })).toBe(amount)
    }),
  )
})

test('a discount of an amount above the price costs nothing', () => {
  const off = { kind: 'amount', amount: 2000, currency: 'EUR' } as const

  expect(discountedPrice({ ...libraryPlan, discount: aDiscount({ off }) })).toBe(0)
})

test('a discount for n periods is used up after n paid periods', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), (left) => {
      let discount: DiscountTerms | null = aDiscount({ left })
      for (let paid = 0; paid < left; paid += 1) {
        expect(discountedPrice({ ...libraryPlan, discount: discount ?? aDiscount({ left: 0 }) })).toBe(800)
        discount = discountAfterPaidPeriod(discount)
      }
      expect(discount).toBeNull()
    }),
  )
})

test('a discount without an end lasts, however much is paid', () => {
  const forever = aDiscount({ left: null })

  expect(discountAfterPaidPeriod(forever)).toEqual(forever)
})

test('a paid renewal uses up a period of its discount, which the paid period has', () => {
  const charged = aDiscount({ left: 2 })

  expect(discountsAfterRenewal(aDiscount({ left: 2 }), charged)).toEqual({
    discount: aDiscount({ left: 1 }),
    periodDiscount: charged,
  })
})

test.each([
  ['removed the discount', null],
  ['replaced the discount with another one', aDiscount({ id: 'disc_2' })],
])(
  'a renewal that is paid after a change of plan has %s leaves the change, and gives the period no discount',
  (_, left) => {
    expect(discountsAfterRenewal(left, aDiscount())).toEqual({ discount: left, periodDiscount: null })
  },
)

test('a renewal without a discount keeps one that a change of plan has redeemed since', () => {
  expect(discountsAfterRenewal(aDiscount(), undefined)).toEqual({ discount: aDiscount(), periodDiscount: null })
})

test.each<readonly [string, boolean, DiscountTerms, Interval]>([
  ['for every plan on the same interval', true, aDiscount(), month],
  ['for every plan on another interval', false, aDiscount(), year],
  ['that never ends, on another interval', true, aDiscount({ left: null }), year],
  ['that names the new plan, on another interval', true, aDiscount({ plans: ['price_2'] }), year],
  ['that names the group of the new plan, on another interval', true, aDiscount({ plans: ['books'] }), year],
  ['for another plan', false, aDiscount({ plans: ['price_9'] }), month],
])('a change to another plan keeps a discount %s: %s', (_, isKept, discount, interval) => {
  const kept = discountAfterPlanChange(discount, month, { id: 'price_2', group: 'books', interval })

  expect(kept).toEqual(isKept ? discount : null)
})
