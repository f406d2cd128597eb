import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CreditLedger, costDeferredByExchange, lacksSpentCredit, deductFromLedger } from './credit-ledger.ts'

const aLedger: CreditLedger = { costMinor: 10_000, paidMinor: 10_000, balanceMinor: 0, deferredMinor: 0, entries: [] }

describe('the cost that waits for the next charge', () => {
  /** Exchanges the second half of a running period for time on another plan that costs `restMinor`. */
  const exchange = (ledger: CreditLedger, restMinor: number): CreditLedger => {
    const unusedMinor = ledger.costMinor / 2
    const balanceMinor = ledger.balanceMinor + unusedMinor - restMinor
    const deferredMinor = costDeferredByExchange(ledger, { unusedMinor, balanceMinor })
    return { ...ledger, costMinor: restMinor * 2, paidMinor: 0, balanceMinor, deferredMinor }
  }

  test('is the cost of the rest of an exchanged period', () => {
    expect(exchange(aLedger, 7500)).toMatchObject({ balanceMinor: -2500, deferredMinor: 7500 })
  })

  test('is only the later cost after another exchange at the same instant, which credits the uncharged one', () => {
    expect(exchange(exchange(aLedger, 7500), 1000)).toMatchObject({ balanceMinor: 4000, deferredMinor: 1000 })
  })

  test('includes the used time on a plan before a change to a free one', () => {
    const charged = { balanceMinor: -7500, deferredMinor: 7500 }

    expect(costDeferredByExchange(charged, { unusedMinor: 5000, balanceMinor: -2500 })).toBe(2500)
  })

  test.each([
    ['credit is left', 100, 0, false],
    ['all of the debt waits for the next charge by agreement', -7500, 7500, false],
    ['the debt is more than that', -7501, 7500, true],
    ['there is a debt and nothing waits', -1, 0, true],
  ])(
    'is not missing from the period; if %s, %i and %i lack spent credit: %s',
    (_, balanceMinor, deferredMinor, lacks) => {
      expect(lacksSpentCredit({ balanceMinor, deferredMinor })).toBe(lacks)
    },
  )
})

test('refunds of spent credit and exchanges of the period lack the same credit in every order', () => {
  const minor = fc.integer({ min: 0, max: 1_000_000_000 })
  const source = fc.constantFrom('a', 'b', 'c').map((id) => ({ kind: 'payment' as const, id }))
  const refunds = fc.record({
    kind: fc.constant('refund' as const),
    source,
    minor: fc.integer({ min: 0, max: 1000 }),
  })
  const exchanges = fc.record({ kind: fc.constant('exchange' as const), restMinor: minor })
  const paid = fc.record({
    costMinor: minor,
    paidMinor: minor,
    balanceMinor: fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
    deferredMinor: fc.constant(0),
    entries: fc.uniqueArray(fc.record({ source, minor }), { selector: (entry) => entry.source.id }),
  })
  fc.assert(
    fc.property(
      paid,
      fc.array(refunds, { maxLength: 3 }),
      fc.array(exchanges, { maxLength: 3 }),
      (before, back, left) => {
        const after = (steps: readonly ((typeof back)[number] | (typeof left)[number])[]) =>
          steps.reduce<CreditLedger>((it, step) => {
            if (step.kind === 'refund')
              return deductFromLedger(it, { ...step, keptMinor: 1000, paysPeriod: false }).ledger
            const balanceMinor = it.balanceMinor + it.costMinor - step.restMinor
            const deferredMinor = costDeferredByExchange(it, { unusedMinor: it.costMinor, balanceMinor })
            return { ...it, costMinor: step.restMinor, paidMinor: 0, balanceMinor, deferredMinor }
          }, before)
        const [one, other] = [after([...back, ...left]), after([...left, ...back])]

        expect(one).toEqual(other)
        expect(lacksSpentCredit(one)).toBe(lacksSpentCredit(other))
        // Exchanges spend no credit. However many there are, the sum of balance and deferred cost rises once, by the cost of the original
        // period, which the first exchange credits as unused.
        const refunded = after(back)
        expect(one.balanceMinor + one.deferredMinor).toBe(
          refunded.balanceMinor + (left.length > 0 ? before.costMinor : 0),
        )
      },
    ),
  )
})
