import { prorationBillingModes } from '@billing-checkout/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aChange, aPurchase, aSubscription, halfWay, libraryPlan } from '../../testing/a-change.ts'
import type { PlanTerms } from '../plan/terms-for-country.ts'
import { nextPeriod } from '../subscription/next-period.ts'
import { quoteRenewal } from '../subscription/quote-renewal.ts'
import type { TaxRule } from '../tax/tax-on.ts'
import { laterCharges } from './later-charges.ts'
import { noDebt } from './subscription-debt.ts'
import { quoteCheckout } from './quote-checkout.ts'
import { type QuoteRequest } from './quote-request.ts'

const saidOf = (request: QuoteRequest) => laterCharges(request, quoteCheckout(request))

test('a price that never changes is listed once, without lines', () => {
  expect(saidOf(aPurchase())).toEqual([{ amount: 1000, at: '2026-02-28T10:00:00.000Z', lines: [] }])
})

test('a change that leaves a surcharge lists the next charge with its lines, and then the price with its date', () => {
  const tax: TaxRule = { rate: '0.1', behavior: 'exclusive', kind: 'vat' }

  expect(saidOf(aChange({ prorationBillingMode: 'prorated_next_billing_period', tax }))).toEqual([
    {
      amount: 1302,
      at: '2026-02-15T10:00:00.000Z',
      lines: [
        { kind: 'plan', label: 'Library', amount: 1000 },
        { kind: 'rest', label: 'Library', amount: 484 },
        { kind: 'credit', label: 'Reader', amount: -300 },
        { kind: 'tax', label: '0.1', amount: 118 },
      ],
    },
    { amount: 1100, at: '2026-03-15T10:00:00.000Z', lines: [] },
  ])
})

test('credit for several charges and a part of one more is listed with the date of each amount', () => {
  const said = saidOf(aChange({ prorationBillingMode: 'do_not_bill' }, { balanceMinor: 2300 }))

  expect(said).toEqual([
    {
      amount: 0,
      at: '2026-02-15T10:00:00.000Z',
      lines: [
        { kind: 'plan', label: 'Library', amount: 1000 },
        { kind: 'credit', label: 'Reader', amount: -2300 },
        { kind: 'kept', label: 'Reader', amount: 1300 },
      ],
    },
    {
      amount: 700,
      at: '2026-04-15T10:00:00.000Z',
      lines: [
        { kind: 'plan', label: 'Library', amount: 1000 },
        { kind: 'credit', label: 'Reader', amount: -300 },
      ],
    },
    { amount: 1000, at: '2026-05-15T10:00:00.000Z', lines: [] },
  ])
})

test('a retried charge is listed at its frozen price, followed by the new price from the next billing date', () => {
  const period = {
    anchor: aSubscription().anchor,
    start: '2026-01-16T10:00:00.000Z',
    end: '2026-02-16T10:00:00.000Z',
  }
  const lines = [{ kind: 'plan', label: 'Reader', amount: 600 }] as const
  const retried = {
    amountMinor: 600,
    lines,
    balanceUsedMinor: 0,
    tax: null,
    period,
    interval: libraryPlan.interval!,
  }
  const owed = { ...noDebt, retried }
  const retry = '2026-01-23T10:00:00.000Z'

  expect(saidOf(aChange({ prorationBillingMode: 'do_not_bill' }, { owed, nextBillingDate: retry }))).toEqual([
    { amount: 600, at: retry, lines },
    { amount: 1000, at: '2026-02-16T10:00:00.000Z', lines: [] },
  ])
})

test('credit that lasts for more than 1,000 years ends the list', () => {
  const said = saidOf(aChange({ prorationBillingMode: 'do_not_bill' }, { balanceMinor: 900_000_000_000 }))

  expect(said.map(({ amount }) => amount)).toEqual([0])
})

const rates = fc.constantFrom(null, 'inclusive', 'exclusive').map((behavior) => behavior && { rate: '0.19', behavior })

const changes = fc.record({
  prorationBillingMode: fc.constantFrom(...prorationBillingModes),
  balanceMinor: fc.integer({ min: -3000, max: 6000 }),
  amount: fc.integer({ min: 0, max: 4000 }),
  costMinor: fc.integer({ min: 0, max: 9000 }),
  tax: rates as fc.Arbitrary<TaxRule | null>,
  interval: fc.constantFrom(
    { unit: 'months', count: 1 } as const,
    { unit: 'years', count: 1 } as const,
    { unit: 'days', count: 10 } as const,
  ),
})

test('the listed charges always equal the later renewals, on their dates', () => {
  fc.assert(
    fc.property(changes, ({ prorationBillingMode, balanceMinor, amount, costMinor, tax, interval }) => {
      const terms: PlanTerms = { ...libraryPlan, interval, price: { amount, currency: 'EUR' } }
      const request = aChange(
        { prorationBillingMode, terms, tax },
        { balanceMinor, paidTax: tax, period: { ...aSubscription().period, costMinor } },
      )
      const draft = quoteCheckout(request)
      const said = laterCharges(request, draft)

      // Charges like the worker: period after period, each with the balance that the previous charge left.
      const restarts = draft.restartsCycle
      let due = { anchor: restarts ? halfWay : aSubscription().anchor, start: '', end: draft.nextCharge!.at }
      let balance = draft.balance
      for (let renewals = 0; renewals < 12; renewals += 1) {
        const at = due.end
        due = nextPeriod(due.anchor, interval, at)
        const renewal = quoteRenewal({ terms, period: due, balanceMinor: balance, paidTax: tax, tax })
        balance -= renewal.balanceUsed

        const charge = said.findLast((charge) => charge.at <= at)
        expect([charge?.amount, at]).toEqual([renewal.draft.dueNow.amount, at])
      }
      for (const { amount: total, lines } of said)
        if (lines.length > 0) expect(lines.reduce((sum, line) => sum + line.amount, 0)).toBe(total)
    }),
  )
})
