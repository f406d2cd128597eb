import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addCredit,
  type CreditLedger,
  type CreditSource,
  dropSpentEntries,
  addUnusedTimeCredit,
  removeFailedSource,
  restoreToLedger,
  deductFromLedger,
} from './credit-ledger.ts'

const first: CreditSource = { kind: 'payment', id: 'first' }
const second: CreditSource = { kind: 'payment', id: 'second' }
const aLedger = (parts: Partial<CreditLedger> = {}): CreditLedger => ({
  costMinor: 10_000,
  paidMinor: 10_000,
  balanceMinor: 0,
  deferredMinor: 0,
  entries: [],
  ...parts,
})
const period = { start: '2026-03-01T00:00:00.000Z', end: '2026-03-31T00:00:00.000Z' }
const middle = '2026-03-16T00:00:00.000Z'
const allOf = (minor: number) => ({ minor, keptMinor: minor, paysPeriod: false })

describe('the payment of a period that a plan change ends early', () => {
  test('is the source of the unused share of its amount', () => {
    expect(addUnusedTimeCredit(aLedger(), { period, at: middle, source: first })).toEqual([
      { source: first, minor: 5000 },
    ])
  })

  test('is not the source of credit that was spent on the period, which keeps its own source', () => {
    const spent = aLedger({ costMinor: 15_000, paidMinor: 5000, entries: [{ source: first, minor: 10_000 }] })

    expect(addUnusedTimeCredit(spent, { period, at: middle, source: second })).toEqual([
      { source: first, minor: 10_000 },
      { source: second, minor: 2500 },
    ])
  })

  test('adds to its credit of an earlier change', () => {
    expect(addCredit([{ source: first, minor: 300 }], first, 200)).toEqual([{ source: first, minor: 500 }])
  })
})

describe('when the next period begins', () => {
  const entries = [
    { source: first, minor: 3000 },
    { source: second, minor: 2000 },
  ]

  test('the oldest credit has been spent first', () => {
    expect(dropSpentEntries(entries, 2500)).toEqual([
      { source: first, minor: 500 },
      { source: second, minor: 2000 },
    ])
    expect(dropSpentEntries(entries, 1500)).toEqual([{ source: second, minor: 1500 }])
  })

  test('no credit is left if the balance is negative, and all of it if the balance is larger', () => {
    expect(dropSpentEntries(entries, -100)).toEqual([])
    expect(dropSpentEntries(entries, 9000)).toEqual(entries)
  })
})

describe('a refund', () => {
  const entries = [
    { source: first, minor: 4000 },
    { source: second, minor: 1000 },
  ]

  test('takes the same share of its credit out of the balance', () => {
    const { ledger, withdrawn } = deductFromLedger(aLedger({ balanceMinor: 4500, entries }), {
      source: first,
      minor: 2500,
      keptMinor: 10_000,
      paysPeriod: false,
    })

    expect(withdrawn).toEqual({ costMinor: 0, balanceMinor: 1000 })
    expect(ledger).toEqual(aLedger({ balanceMinor: 3500, entries: [{ source: first, minor: 3000 }, entries[1]!] }))
  })

  test('of spent credit is owed with the next charge', () => {
    const { ledger } = deductFromLedger(aLedger({ balanceMinor: 1000, entries }), { source: first, ...allOf(10_000) })

    expect(ledger).toEqual(aLedger({ balanceMinor: -3000, entries: [entries[1]!] }))
  })

  test('of the running period lowers the cost of the period, and nothing is owed', () => {
    const gone = { source: first, minor: 4000, keptMinor: 10_000, paysPeriod: true }

    expect(deductFromLedger(aLedger(), gone)).toEqual({
      ledger: aLedger({ costMinor: 6000, paidMinor: 6000 }),
      withdrawn: { costMinor: 4000, balanceMinor: 0 },
    })
  })

  test('of a payment that also collected a surcharge lowers the cost by the period’s share of it', () => {
    // The customer paid 13,500: 10,000 for the period and a surcharge of 3,500. Half of the 13,500 is refunded, so the cost falls by half
    // of 10,000.
    const gone = { source: first, minor: 6750, keptMinor: 13_500, paysPeriod: true }

    expect(deductFromLedger(aLedger(), gone).ledger).toEqual(aLedger({ costMinor: 5000, paidMinor: 5000 }))
  })

  test('of a period whose rest was exchanged takes the credit from it, and no cost', () => {
    // The plan change turned half of the paid 3,000 into credit. The rest of the period costs 5,000 on the new plan, so the balance is
    // 1,500 − 5,000. The refund takes the 1,500.
    const exchanged = aLedger({ paidMinor: 0, balanceMinor: -3500, entries: [{ source: first, minor: 1500 }] })

    const { ledger } = deductFromLedger(exchanged, { source: first, ...allOf(3000), paysPeriod: true })

    expect(ledger).toEqual(aLedger({ paidMinor: 0, balanceMinor: -5000 }))
  })

  test('of an earlier period changes nothing', () => {
    expect(deductFromLedger(aLedger({ entries }), { source: { kind: 'payment', id: 'third' }, ...allOf(500) })).toEqual(
      {
        ledger: aLedger({ entries }),
        withdrawn: null,
      },
    )
  })
})

describe('money that returns', () => {
  const back = { source: first, period, leftAt: null, isPeriodPaid: true }

  test('returns to the cost of the period that still runs', () => {
    const ledger = aLedger({ costMinor: 6000, paidMinor: 6000 })

    expect(restoreToLedger(ledger, { ...back, withdrawn: { costMinor: 4000, balanceMinor: 0 } })).toEqual(aLedger())
  })

  test('is credit for the unused share of a period that has been exchanged since', () => {
    expect(
      restoreToLedger(aLedger(), { ...back, leftAt: middle, withdrawn: { costMinor: 4000, balanceMinor: 0 } }),
    ).toEqual(aLedger({ balanceMinor: 2000, entries: [{ source: first, minor: 2000 }] }))
  })

  test('is credit without a source if the settlement of its payment failed', () => {
    const withdrawn = { costMinor: 0, balanceMinor: 700 }

    expect(restoreToLedger(aLedger(), { ...back, source: null, withdrawn })).toEqual(aLedger({ balanceMinor: 700 }))
  })

  test('pays no owed period', () => {
    const owed = aLedger({ costMinor: 6000, paidMinor: 0 })

    expect(
      restoreToLedger(owed, { ...back, isPeriodPaid: false, withdrawn: { costMinor: 4000, balanceMinor: 0 } }),
    ).toEqual(aLedger({ paidMinor: 0 }))
  })
})

test('a payment whose settlement failed is owed, and is no longer a source of credit', () => {
  const entries = [
    { source: first, minor: 3000 },
    { source: second, minor: 7000 },
  ]

  expect(removeFailedSource(aLedger({ balanceMinor: 500, entries }), first, 3000)).toEqual(
    aLedger({ balanceMinor: -2500, entries: [entries[1]!] }),
  )
})

describe('laws of the ledger', () => {
  const minor = fc.integer({ min: 0, max: 1_000_000_000 })
  const entry = fc.record({
    source: fc.constantFrom('a', 'b', 'c').map((id) => ({ kind: 'payment' as const, id })),
    minor,
  })
  const ledger = fc.record({
    costMinor: minor,
    paidMinor: minor,
    balanceMinor: fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
    deferredMinor: minor,
    entries: fc
      .uniqueArray(entry, { selector: ({ source }) => source.id })
      .map((all) => all.filter((one) => one.minor > 0)),
  })
  const sumOf = ({ entries }: Pick<CreditLedger, 'entries'>) => entries.reduce((sum, one) => sum + one.minor, 0)

  test('several refunds of a payment take exactly its credit, however it is divided', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.array(fc.integer({ min: 1, max: 50_000 })),
        minor,
        (paid, parts, credit) => {
          let kept = paid
          let after = aLedger({ entries: addCredit([], first, Math.min(credit, paid)) })
          for (const part of [...parts.filter((one) => one < paid), paid]) {
            const gone = Math.min(part, kept)
            if (gone === 0) continue
            after = deductFromLedger(after, { source: first, minor: gone, keptMinor: kept, paysPeriod: false }).ledger
            kept -= gone
            expect(sumOf(after)).toBeLessThanOrEqual(kept)
          }
          expect(after).toEqual(aLedger({ balanceMinor: 0 - Math.min(credit, paid) }))
        },
      ),
    )
  })

  test('a withdrawal from an entry also leaves the balance, and restoring it undoes both', () => {
    fc.assert(
      fc.property(ledger, minor, minor, (before, gone, rest) => {
        const { ledger: after, withdrawn } = deductFromLedger(before, {
          source: { kind: 'payment', id: 'a' },
          minor: gone,
          keptMinor: gone + rest,
          paysPeriod: false,
        })
        const taken = withdrawn ?? { costMinor: 0, balanceMinor: 0 }

        expect(before.balanceMinor - after.balanceMinor).toBe(taken.balanceMinor)
        expect(sumOf(before) - sumOf(after)).toBe(taken.balanceMinor)
        const restored = restoreToLedger(after, {
          source: { kind: 'payment', id: 'a' },
          withdrawn: taken,
          period,
          leftAt: null,
          isPeriodPaid: true,
        })
        expect({ ...restored, entries: sumOf(restored) }).toEqual({ ...before, entries: sumOf(before) })
      }),
    )
  })

  test('the credit after a period is at most the balance, and comes from the newest sources', () => {
    fc.assert(
      fc.property(ledger, ({ entries, balanceMinor }) => {
        const left = dropSpentEntries(entries, balanceMinor)

        expect(sumOf({ entries: left })).toBe(Math.min(Math.max(balanceMinor, 0), sumOf({ entries })))
        const untouched = left.slice(1)
        expect(untouched).toEqual(entries.slice(entries.length - untouched.length))
      }),
    )
  })

  test('a refund before a change leaves the same credit as one after it, to a minor unit', () => {
    fc.assert(
      fc.property(
        minor,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 0, max: 2_592_000 }),
        (paid, share, seconds) => {
          const at = new Date(Date.parse(period.start) + seconds * 1000).toISOString()
          const gone = Math.round(paid * share)
          const paidLedger = aLedger({ costMinor: paid, paidMinor: paid })
          const all = { source: first, minor: gone, keptMinor: paid }
          const change = (it: CreditLedger): CreditLedger => {
            const entries = addUnusedTimeCredit(it, { period, at, source: first })
            return { ...it, costMinor: 0, paidMinor: 0, balanceMinor: it.balanceMinor + sumOf({ entries }), entries }
          }

          const before = change(deductFromLedger(paidLedger, { ...all, paysPeriod: true }).ledger)
          const after = deductFromLedger(change(paidLedger), { ...all, paysPeriod: false }).ledger

          expect(Math.abs(before.balanceMinor - after.balanceMinor)).toBeLessThanOrEqual(1)
        },
      ),
    )
  })
})
