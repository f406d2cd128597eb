import fc from 'fast-check'
import { prorationBillingModes } from '@billing-checkout/contract'
import { expect, test } from 'vitest'
import { aChange, aSubscription, halfWay, libraryPlan } from '../../testing/a-change.ts'
import type { PlanTerms } from '../plan/terms-for-country.ts'
import { explainChange, type ExplainedStep } from './explain-change.ts'
import { quoteCheckout } from './quote-checkout.ts'
import { type QuotedSubscription } from './quote-request.ts'

const next = aSubscription().nextBillingDate!

// Explains a change from Reader to Library. Library's month, counted from the start of the running period, has 31 days.
const explain = (
  mode: (typeof prorationBillingModes)[number],
  more: Partial<QuotedSubscription> = {},
  amount = 1000,
): readonly ExplainedStep[] => {
  const subscription = aSubscription(more)
  const terms: PlanTerms = { ...libraryPlan, price: { amount, currency: 'EUR' } }
  const tax = { rate: '0.19', behavior: 'exclusive', kind: 'vat' } as const
  const draft = quoteCheckout(aChange({ terms, tax, prorationBillingMode: mode }, subscription))
  return explainChange({ draft, terms, subscription, mode })
}

const print = (steps: readonly ExplainedStep[]): string =>
  steps.map(({ text, amount }) => `${String(amount).padStart(5)}  ${text}`).join('\n')

test('an immediate change credits the unused time, taxes the difference, and states the date of the next charge', () => {
  expect(print(explain('prorated_immediately'))).toMatchInlineSnapshot(`
    "  600  The period from 2026-01-16T10:00:00.000Z to 2026-02-15T10:00:00.000Z on Reader cost this, net of tax and refunds.
      300  At 2026-01-31T10:00:00.000Z 1296000 of its 2592000 seconds are unused: 600 × 1296000 ÷ 2592000, rounded once, half away from zero.
     1000  Library (plan).
     -300  Reader (credit).
      133  Tax at 0.19, exclusive, on 700.
      833  Due now in EUR.
     1190  Next charge at 2026-02-28T10:00:00.000Z."
  `)
})

test('a deferred change exchanges the rest of the period and leaves the difference to the next charge', () => {
  expect(print(explain('prorated_next_billing_period'))).toMatchInlineSnapshot(`
    "  600  The period from 2026-01-16T10:00:00.000Z to 2026-02-15T10:00:00.000Z on Reader cost this, net of tax and refunds.
      300  At 2026-01-31T10:00:00.000Z 1296000 of its 2592000 seconds are unused: 600 × 1296000 ÷ 2592000, rounded once, half away from zero.
      484  The remaining 1296000 seconds on Library, whose interval from 2026-01-16T10:00:00.000Z to 2026-02-16T10:00:00.000Z has 2678400: 1000 × 1296000 ÷ 2678400, rounded once, half away from zero.
        0  Tax at 0.19, exclusive, on 0.
        0  Due now in EUR.
     -184  Surcharge on the next charge.
     1409  Next charge at 2026-02-15T10:00:00.000Z."
  `)
})

test('a full change credits only the credit that was already there', () => {
  expect(print(explain('full_immediately', { balanceMinor: 250 }))).toMatchInlineSnapshot(`
    "    0  full_immediately: unused time earns no credit.
      250  Credit kept from earlier changes.
     1000  Library (plan).
     -250  Reader (credit).
      143  Tax at 0.19, exclusive, on 750.
      893  Due now in EUR.
     1190  Next charge at 2026-02-28T10:00:00.000Z."
  `)
})

test('the explanation of a change without a charge says so', () => {
  expect(print(explain('do_not_bill', { balanceMinor: -70 }))).toMatchInlineSnapshot(`
    "    0  do_not_bill: unused time earns no credit.
      -70  Surcharge left by an earlier change, or by money that never came.
        0  Tax at 0.19, exclusive, on 0.
        0  Due now in EUR.
      -70  Surcharge on the next charge.
     1273  Next charge at 2026-02-15T10:00:00.000Z."
  `)
})

test('a change to the same price costs the used time', () => {
  expect(print(explain('prorated_immediately', {}, 600))).toMatchInlineSnapshot(`
    "  600  The period from 2026-01-16T10:00:00.000Z to 2026-02-15T10:00:00.000Z on Reader cost this, net of tax and refunds.
      300  At 2026-01-31T10:00:00.000Z 1296000 of its 2592000 seconds are unused: 600 × 1296000 ÷ 2592000, rounded once, half away from zero.
      600  Library (plan).
     -300  Reader (credit).
       57  Tax at 0.19, exclusive, on 300.
      357  Due now in EUR.
      714  Next charge at 2026-02-28T10:00:00.000Z."
  `)
})

test('money that was paid with included tax is explained as its net if tax is added now', () => {
  const paidTax = { rate: '0.2', behavior: 'inclusive', kind: 'vat' } as const

  expect(explain('prorated_immediately', { paidTax, balanceMinor: 12 }).slice(1, 3)).toEqual([
    {
      text: `At ${halfWay} 1296000 of its 2592000 seconds are unused: 600 × 1296000 ÷ 2592000 ÷ (1 + 0.2), because it was paid with the tax inside, rounded once, half away from zero.`,
      amount: 250,
    },
    {
      text: 'Credit kept from earlier changes: 12 ÷ (1 + 0.2), because it was paid with the tax inside, rounded once, half away from zero.',
      amount: 10,
    },
  ])
})

test('time that was not paid for gives no credit, and a trial is not exchanged', () => {
  expect(explain('prorated_immediately', { earnsCredit: false })[0]).toEqual({
    text: 'The current period is over or unpaid, so it earns no credit.',
    amount: 0,
  })
  expect(explain('prorated_next_billing_period', { inTrial: true })[0]).toEqual({
    text: 'The trial runs on as it is; nothing of it is exchanged.',
    amount: 0,
  })
})

test('the explanation states a failed charge that is retried before the new price', () => {
  const period = { anchor: next, start: next, end: '2026-03-15T10:00:00.000Z' }
  const interval = { unit: 'months', count: 1 } as const
  const retried = { amountMinor: 600, lines: [], balanceUsedMinor: 0, tax: null, period, interval }

  expect(explain('do_not_bill', { owed: { retried, outstandingMinor: 0, outstandingTax: null } }).at(-1)).toEqual({
    text: `Next charge at ${next}, of what is owed already; the new price comes after it.`,
    amount: 600,
  })
})

test('the lines and the tax of every change sum to the amount due', () => {
  const cases = fc.record({
    mode: fc.constantFrom(...prorationBillingModes),
    balanceMinor: fc.integer({ min: -5000, max: 5000 }),
    amount: fc.integer({ min: 0, max: 100_000 }),
    earnsCredit: fc.boolean(),
  })
  fc.assert(
    fc.property(cases, ({ mode, amount, ...subscription }) => {
      const steps = explain(mode, subscription, amount)
      const isSummed = ({ text }: ExplainedStep) => /^((Library|Reader) \(|Tax )/.test(text)
      const sum = steps.filter(isSummed).reduce((total, step) => total + step.amount, 0)
      expect(steps.find(({ text }) => text === 'Due now in EUR.')).toEqual({ text: 'Due now in EUR.', amount: sum })
    }),
  )
})
