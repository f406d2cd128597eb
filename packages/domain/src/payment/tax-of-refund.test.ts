import fc from 'fast-check'
import { expect, test } from 'vitest'
import { taxOfDispute, taxOfRefund } from './tax-of-refund.ts'

interface Given {
  readonly amountMinor: number
  readonly taxMinor: number
}

/** Opens refunds of one payment in turn; any of them may fail later. */
const refundsOf = (paidMinor: number, taxMinor: number) => {
  let given: readonly Given[] = []
  const sum = (what: keyof Given) => given.reduce((total, refund) => total + refund[what], 0)
  return {
    open: (amountMinor: number): number => {
      const [givenMinor, givenTaxMinor] = [sum('amountMinor'), sum('taxMinor')]
      const tax = taxOfRefund({ paidMinor, taxMinor, givenMinor, givenTaxMinor, amountMinor })
      given = [...given, { amountMinor, taxMinor: tax }]
      return tax
    },
    fail: (place: number) => {
      given = given.filter((_, index) => index !== place)
    },
    left: () => paidMinor - sum('amountMinor'),
    tax: () => sum('taxMinor'),
    count: () => given.length,
  }
}

test('the tax of a refund after a failed one is never negative', () => {
  const refunds = refundsOf(5, 1)
  const first = [refunds.open(2), refunds.open(1)]
  refunds.fail(0)

  expect([...first, refunds.open(1), refunds.open(3)]).toEqual([0, 1, 0, 0])
})

test('the tax of a refund after one that failed is at most its amount', () => {
  const refunds = refundsOf(4, 3)
  refunds.open(1)
  refunds.open(1)
  refunds.open(1)
  refunds.fail(0)
  refunds.fail(0)

  expect(refunds.open(1)).toBeLessThanOrEqual(1)
})

/** Refunds in order: `part` is the amount of each, and `fails` selects the earlier refund that fails after it, if any. */
const tries = fc.array(fc.record({ part: fc.integer({ min: 1, max: 40 }), fails: fc.option(fc.nat(20)) }), {
  maxLength: 30,
})

test('whichever refunds fail, the tax of each is between 0 and its amount, and a full refund returns all tax', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), fc.nat(200), tries, (paidMinor, tax, opened) => {
      const taxMinor = Math.min(tax, paidMinor)
      const refunds = refundsOf(paidMinor, taxMinor)
      const open = (part: number) => {
        const share = refunds.open(part)
        expect(share).toBeGreaterThanOrEqual(0)
        expect(share).toBeLessThanOrEqual(part)
      }
      for (const { part, fails } of opened) {
        if (part <= refunds.left()) open(part)
        if (fails !== null && refunds.count() > 0) refunds.fail(fails % refunds.count())
      }
      if (refunds.left() > 0) open(refunds.left())

      expect(refunds.tax()).toBe(taxMinor)
    }),
  )
})

test('a dispute of a fully refunded payment has the tax of that payment, not its whole amount', () => {
  const whole = { paidMinor: 11_900, taxMinor: 1900, givenMinor: 11_900, givenTaxMinor: 1900, amountMinor: 11_900 }

  expect(taxOfDispute(whole)).toBe(1900)
  expect(taxOfDispute({ ...whole, amountMinor: 5950 })).toBe(950)
  expect(taxOfDispute({ ...whole, givenMinor: 5950, givenTaxMinor: 950, amountMinor: 5950 })).toBe(950)
})

test('whichever refunds fail, the refunds never give back more net than was paid', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), fc.nat(200), tries, (paidMinor, tax, opened) => {
      const taxMinor = Math.min(tax, paidMinor)
      const refunds = refundsOf(paidMinor, taxMinor)
      for (const { part, fails } of opened) {
        if (part <= refunds.left()) refunds.open(part)
        const netRefunded = paidMinor - refunds.left() - refunds.tax()
        expect(netRefunded).toBeLessThanOrEqual(paidMinor - taxMinor)
        if (fails !== null && refunds.count() > 0) refunds.fail(fails % refunds.count())
      }
    }),
  )
})
