import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aChange, aPurchase, libraryPlan } from '../../testing/a-change.ts'
import { customerCreditSpentBy } from '../checkout/quote-lines.ts'
import { quoteCheckout } from '../checkout/quote-checkout.ts'
import { isChargeable, noLimits } from '../money/charge-limits.ts'
import { type TaxRule, amountWithTax } from '../tax/tax-on.ts'
import {
  type CustomerCredit,
  spendableCredit,
  reclaimCredit,
  allocateCredit,
  valueOfCredit,
} from './customer-credit.ts'

const onTop: TaxRule = { rate: '0.19', behavior: 'exclusive', kind: 'vat' }
const inside: TaxRule = { rate: '0.19', behavior: 'inclusive', kind: 'vat' }
const goodwill = (id: string, leftMinor: number, rule: TaxRule | null = null): CustomerCredit => ({
  id,
  source: { kind: 'goodwill', id },
  leftMinor,
  rule,
})
const rules = fc.constantFrom(null, onTop, inside)
const someCredit = fc.array(fc.record({ leftMinor: fc.integer({ min: 1, max: 5000 }), rule: rules }), { maxLength: 5 })
const creditsOf = (all: readonly Pick<CustomerCredit, 'leftMinor' | 'rule'>[]): readonly CustomerCredit[] =>
  all.map(({ leftMinor, rule }, place) => goodwill(`${place}`, leftMinor, rule))

describe('the credit that a refund of its payment takes', () => {
  const places = [goodwill('left', 500), goodwill('spent', 1500)]

  test('is the refunded share of the credit, first from what is left', () => {
    expect(reclaimCredit(places, { minor: 3000, keptMinor: 10_000 }, null)).toMatchObject([
      { id: 'left', minor: 500 },
      { id: 'spent', minor: 100 },
    ])
  })

  test('is all of it if all of the money is refunded, however often the two refunds of it round', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9999 }), someCredit, (part, credit) => {
        const all = creditsOf(credit)
        const firstTaken = new Map(
          reclaimCredit(all, { minor: part, keptMinor: 10_000 }, null).map((it) => [it.id, it.minor]),
        )
        const rest = all.map((it) => ({ ...it, leftMinor: it.leftMinor - (firstTaken.get(it.id) ?? 0) }))
        const last = reclaimCredit(rest, { minor: 10_000 - part, keptMinor: 10_000 - part }, null)

        expect(last.reduce((sum, { minor }) => sum + minor, 0)).toBe(rest.reduce((sum, it) => sum + it.leftMinor, 0))
      }),
    )
  })
})

describe('the credit that a purchase takes', () => {
  test('is the oldest credit first, and a part of the last one', () => {
    const taken = allocateCredit([goodwill('old', 300), goodwill('new', 500)], 400, onTop)

    expect(taken).toMatchObject([
      { id: 'old', minor: 300, worthMinor: 300 },
      { id: 'new', minor: 100, worthMinor: 100 },
    ])
  })

  test('is counted at its value with included tax if the price includes tax', () => {
    const credit = [goodwill('net', 1000, onTop)]

    expect(valueOfCredit(credit, inside)).toBe(1190)
    expect(allocateCredit(credit, 595, inside)).toMatchObject([{ minor: 500, worthMinor: 595 }])
  })

  test('pays as much in parts as at once, within half a unit for each part', () => {
    const part = fc.integer({ min: 1, max: 900 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), rules, rules, fc.array(part), (leftMinor, own, rule, parts) => {
        let left = leftMinor
        let paid = 0
        let steps = 0
        for (const wanted of parts) {
          const credit = [goodwill('one', left, own)]
          const spent = Math.min(wanted, valueOfCredit(credit, rule))
          const [taken] = allocateCredit(credit, spent, rule)
          left -= taken?.minor ?? 0
          paid += spent
          steps += 1
        }
        const whole = valueOfCredit([goodwill('one', leftMinor, own)], rule)

        expect(paid + valueOfCredit([goodwill('one', left, own)], rule)).toBeLessThanOrEqual(whole + steps + 1)
      }),
    )
  })

  test('is at most the available credit', () => {
    expect(() => allocateCredit([goodwill('all', 300)], 301, null)).toThrow(RangeError)
  })

  test('sums to what is spent, and leaves no negative credit', () => {
    fc.assert(
      fc.property(someCredit, rules, fc.double({ min: 0, max: 1, noNaN: true }), (all, rule, share) => {
        const credits = creditsOf(all)
        const worth = valueOfCredit(credits, rule)
        const spent = Math.floor(worth * share)

        const taken = allocateCredit(credits, spent, rule)

        expect(taken.reduce((sum, { worthMinor }) => sum + worthMinor, 0)).toBe(spent)
        for (const { id, minor } of taken) {
          const { leftMinor } = credits.find((each) => each.id === id)!
          expect(minor).toBeGreaterThan(0)
          expect(minor).toBeLessThanOrEqual(leftMinor)
        }
        if (spent === worth) expect(taken.every(({ id, minor }) => credits[Number(id)]!.leftMinor === minor)).toBe(true)
      }),
    )
  })
})

describe('the credit that a charge spends', () => {
  test.each([
    ['all that the price takes', 1000, 5000, 1000],
    ['all there is', 1000, 300, 300],
    ['less if the remainder could not be charged', 1000, 980, 950],
    ['nothing of a charge that is too small without it', 40, 30, 0],
    ['all of a charge that is too small without it', 40, 60, 40],
    ['nothing if there is none', 1000, 0, 0],
  ])('is %s', (_, netMinor, availableMinor, spent) => {
    expect(spendableCredit({ netMinor, availableMinor }, null, { step: 1, minimum: 50 })).toBe(spent)
  })

  test('leaves a multiple of the step if there is no minimum', () => {
    const spent = spendableCredit({ netMinor: 1000, availableMinor: 990 }, null, { step: 10, minimum: 154 })

    expect(1000 - spent).toBe(160)
  })

  test('leaves nothing to pay, or a chargeable amount, if the whole price can be charged', () => {
    const limits = fc.record({ step: fc.constantFrom(1, 5, 10, 100), minimum: fc.constantFrom(null, 50, 154, 200) })
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10_000 }),
        fc.integer({ min: 0, max: 12_000 }),
        limits,
        (netMinor, availableMinor, limit) => {
          fc.pre(isChargeable(netMinor, limit))

          const spent = spendableCredit({ netMinor, availableMinor }, inside, limit)

          expect(spent).toBeGreaterThanOrEqual(0)
          expect(spent).toBeLessThanOrEqual(Math.min(netMinor, availableMinor))
          expect(isChargeable(netMinor - spent, limit)).toBe(true)
          const more = Math.min(netMinor, availableMinor) - spent
          expect(more).toBeLessThan(limit.step + (limit.minimum ?? 0))
        },
      ),
    )
  })

  test('never leaves less than the minimum to pay with added tax', () => {
    fc.assert(
      fc.property(fc.integer({ min: 50, max: 5000 }), fc.integer({ min: 1, max: 6000 }), (netMinor, availableMinor) => {
        const spent = spendableCredit({ netMinor, availableMinor }, onTop, { step: 1, minimum: 50 })
        const due = amountWithTax(netMinor - spent, onTop)

        expect(due === 0 || due >= 50).toBe(true)
      }),
    )
  })
})

describe('credit in a quote', () => {
  const customerCredit = { minor: 700, minimumDue: 50 }

  test('lowers the price before tax, and later charges stay unchanged', () => {
    const without = quoteCheckout(aPurchase({ tax: onTop }))

    const draft = quoteCheckout(aPurchase({ tax: onTop, customerCredit }))

    expect(draft).toMatchObject({
      lines: [
        { kind: 'plan', amount: 1000 },
        { kind: 'customer_credit', label: 'Library', amount: -700 },
        { kind: 'tax', amount: 57 },
      ],
      subtotal: 300,
      dueNow: { amount: 357 },
      balance: 0,
    })
    expect([draft.nextCharge, draft.recurring]).toEqual([without.nextCharge, without.recurring])
  })

  test('is spent after the subscription’s own credit', () => {
    const draft = quoteCheckout(aChange({ customerCredit }))

    // The running period cost 600 and half of it is unused, so the subscription's own credit is 300.
    expect(draft.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['plan', 1000],
      ['credit', -300],
      ['customer_credit', -700],
    ])
    expect(draft.dueNow.amount).toBe(0)
  })

  test.each([
    ['a change that charges nothing now', aChange({ prorationBillingMode: 'do_not_bill', customerCredit })],
    ['a new method', aChange({ purpose: 'update_method', customerCredit })],
    [
      'a free trial',
      aPurchase({
        terms: { ...libraryPlan, trial: { interval: libraryPlan.interval!, price: null } },
        withTrial: true,
        customerCredit,
      }),
    ],
  ])('is not spent on %s', (_, request) => {
    expect(customerCreditSpentBy(quoteCheckout(request))).toBe(0)
  })

  test('pays a paid trial', () => {
    const trial = { interval: libraryPlan.interval!, price: { amount: 500, currency: 'EUR' } } as const

    expect(
      quoteCheckout(aPurchase({ terms: { ...libraryPlan, trial }, withTrial: true, customerCredit })).dueNow.amount,
    ).toBe(0)
  })

  test('leaves the quote unchanged if the limits do not allow to spend it', () => {
    expect(quoteCheckout(aPurchase({ customerCredit: { minor: 0, minimumDue: 50 } }))).toEqual(
      quoteCheckout(aPurchase({ limits: noLimits })),
    )
  })
})
