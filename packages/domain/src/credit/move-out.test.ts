import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CreditLedger, type CreditSource, moveCreditOut } from './credit-ledger.ts'

const first: CreditSource = { kind: 'payment', id: 'first' }
const second: CreditSource = { kind: 'payment', id: 'second' }
const aLedger = (parts: Partial<CreditLedger>): CreditLedger => ({
  costMinor: 10_000,
  paidMinor: 10_000,
  balanceMinor: 0,
  deferredMinor: 0,
  entries: [],
  ...parts,
})

describe('credit that moves to the customer', () => {
  const rounding: CreditSource = { kind: 'rounding', id: 'sub' }

  test('leaves each source, less what the running period has spent of it', () => {
    const ledger = aLedger({
      balanceMinor: 2500,
      entries: [
        { source: first, minor: 3000 },
        { source: second, minor: 500 },
      ],
    })

    expect(moveCreditOut(ledger, rounding)).toEqual({
      moved: [
        { source: first, minor: 2000 },
        { source: second, minor: 500 },
      ],
      ledger: { ...ledger, balanceMinor: 0, entries: [{ source: first, minor: 1000 }] },
    })
  })

  test('has rounding as its source if no source brought it', () => {
    expect(
      moveCreditOut(aLedger({ balanceMinor: 301, entries: [{ source: first, minor: 300 }] }), rounding).moved,
    ).toEqual([
      { source: first, minor: 300 },
      { source: rounding, minor: 1 },
    ])
  })

  test('is nothing if the subscription owes: a debt never moves', () => {
    const ledger = aLedger({ balanceMinor: -700, entries: [{ source: first, minor: 300 }] })

    expect(moveCreditOut(ledger, rounding)).toEqual({ moved: [], ledger })
  })

  test('is neither created nor lost, whatever the balance and the sources', () => {
    const entry = fc.record({
      source: fc.constantFrom(first, second),
      minor: fc.integer({ min: 1, max: 100_000 }),
    })
    const distinct = fc.uniqueArray(entry, { selector: ({ source }) => source.id, maxLength: 2 })
    fc.assert(
      fc.property(fc.integer({ min: -100_000, max: 100_000 }), distinct, (balanceMinor, entries) => {
        const { ledger, moved } = moveCreditOut(aLedger({ balanceMinor, entries }), rounding)
        const sum = (all: readonly { minor: number }[]) => all.reduce((total, { minor }) => total + minor, 0)

        expect(ledger.balanceMinor + sum(moved)).toBe(balanceMinor)
        expect(sum(ledger.entries) + sum(moved.filter(({ source }) => source !== rounding))).toBe(sum(entries))
      }),
    )
  })
})
