import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shareOfRefund } from './tax-of-refund.ts'

/** A payment, the tax in it, and the amounts of its refunds. */
const refunds = fc
  .record({ tax: fc.nat(10 ** 6), net: fc.nat(10 ** 6), cuts: fc.array(fc.nat(10 ** 6), { maxLength: 8 }) })
  .filter(({ tax, net }) => tax + net > 0)
  .map(({ tax, net, cuts }) => {
    const paid = tax + net
    const marks = [...new Set(cuts.map((cut) => cut % paid)), 0, paid].toSorted((one, other) => one - other)
    return { tax, paid, parts: marks.slice(1).map((mark, index) => mark - marks[index]!) }
  })

/** The tax in each refund, in order. */
const reverse = (paidMinor: number, taxMinor: number, parts: readonly number[]): readonly number[] => {
  let [refundedMinor, earlierSharesMinor] = [0, 0]
  return parts.map((part) => {
    refundedMinor += part
    const tax = shareOfRefund({ paidMinor, sharedMinor: taxMinor, refundedMinor, earlierSharesMinor })
    earlierSharesMinor += tax
    return tax
  })
}

test('refunds return tax in proportion, and the last one returns the rest', () => {
  expect(reverse(1190, 190, [396, 397, 397])).toEqual([63, 64, 63])
})

test('the parts of a fully refunded payment sum to its tax, in any order', () => {
  fc.assert(
    fc.property(refunds, ({ tax, paid, parts }) => {
      expect(reverse(paid, tax, parts).reduce((sum, part) => sum + part, 0)).toBe(tax)
      expect(reverse(paid, tax, parts.toReversed()).reduce((sum, part) => sum + part, 0)).toBe(tax)
    }),
  )
})

test('no part is negative, and none differs from its share by a minor unit', () => {
  fc.assert(
    fc.property(refunds, ({ tax, paid, parts }) => {
      for (const [index, part] of reverse(paid, tax, parts).entries()) {
        expect(part).toBeGreaterThanOrEqual(0)
        expect(Math.abs(part - (tax * parts[index]!) / paid)).toBeLessThanOrEqual(1)
      }
    }),
  )
})

test('the tax of a failed refund is returned with a later one', () => {
  const first = shareOfRefund({ paidMinor: 100, sharedMinor: 10, refundedMinor: 50, earlierSharesMinor: 0 })
  const afterItFailed = shareOfRefund({ paidMinor: 100, sharedMinor: 10, refundedMinor: 100, earlierSharesMinor: 0 })

  expect([first, afterItFailed]).toEqual([5, 10])
})

test('no share is below zero after an earlier refund failed', () => {
  const afterTheFirstFailed = { paidMinor: 5, sharedMinor: 1, refundedMinor: 2, earlierSharesMinor: 1 }

  expect(shareOfRefund(afterTheFirstFailed)).toBe(0)
})

/** Refunds of one payment in any order, some of which fail later. */
const tries = fc.array(fc.record({ part: fc.integer({ min: 1, max: 40 }), fails: fc.option(fc.nat(20)) }), {
  maxLength: 30,
})

test('whichever refunds fail, a full refund returns the whole tax, and never more', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), fc.nat(200), tries, (paidMinor, tax, opened) => {
      const taxMinor = Math.min(tax, paidMinor)
      let given: { readonly part: number; readonly tax: number }[] = []
      const sum = (what: 'part' | 'tax') => given.reduce((total, refund) => total + refund[what], 0)
      const open = (part: number) => {
        const refundedMinor = sum('part') + part
        given.push({
          part,
          tax: shareOfRefund({ paidMinor, sharedMinor: taxMinor, refundedMinor, earlierSharesMinor: sum('tax') }),
        })
      }
      for (const { part, fails } of opened) {
        if (sum('part') + part <= paidMinor) open(part)
        if (fails !== null) given = given.filter((_, index) => index !== fails % given.length)
        expect(sum('tax')).toBeLessThanOrEqual(taxMinor)
      }
      if (sum('part') < paidMinor) open(paidMinor - sum('part'))

      expect(sum('tax')).toBe(taxMinor)
    }),
  )
})
