import { currencyCodes } from '@billing-checkout/contract'
import { exchangeRate } from '@billing-checkout/domain'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { bundledRates } from '#server/exchange/exchange-rates.ts'
import { fileRates } from '#server/exchange/file-rates.ts'
import { minimumDue } from '#server/exchange/minimum-due.ts'
import { toUsd } from '#server/exchange/to-usd.ts'

const folder = mkdtempSync(join(tmpdir(), 'rates-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const aFile = (value: unknown): string => {
  const path = join(folder, `${Math.random()}.json`)
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value))
  return path
}

const ours = { date: '2026-11-20', source: 'our treasury', per_usd: { EUR: '0.8642', JPY: 155.5 } }

describe.each([
  ['bundled', () => bundledRates()],
  ['file', () => fileRates(aFile(ours))],
])('the %s rates', (_, open) => {
  test('have their date and source, and state exactly what a dollar buys', async () => {
    const table = (await open()).latest('2026-11-21T00:00:00.000Z', 'sandbox')!

    expect(table.date).toMatch(/^2026-\d\d-\d\d$/)
    expect(table.source).not.toBe('')
    expect(table.perUsd['USD']).toBe('1')
    for (const rate of Object.values(table.perUsd)) expect(rate).toMatch(/^[\d.e+-]+$/)
  })

  test('are shown in live mode for seven days and no longer', async () => {
    const source = await open()
    const { date } = source.latest('2026-11-21T00:00:00.000Z', 'sandbox')!
    const daysLater = (days: number) => new Date(Date.parse(date) + days * 86_400_000).toISOString()

    expect(source.latest(daysLater(7), 'live')).toBeDefined()
    expect(source.latest(daysLater(8), 'live')).toBeUndefined()
    expect(source.latest(daysLater(400), 'sandbox')).toBeDefined()
  })

  test('of a future day are a mistake, and not shown in live mode', async () => {
    const source = await open()
    const { date } = source.latest('2026-11-21T00:00:00.000Z', 'sandbox')!
    const daysEarlier = (days: number) => new Date(Date.parse(date) - days * 86_400_000).toISOString()

    expect(source.latest(daysEarlier(1), 'live')).toBeDefined()
    expect(source.latest(daysEarlier(2), 'live')).toBeUndefined()
  })

  test('convert both ways without loss', async () => {
    const table = (await open()).latest('2026-11-21T00:00:00.000Z', 'sandbox')!
    const [there, back] = [exchangeRate(table, 'EUR', 'JPY')!, exchangeRate(table, 'JPY', 'EUR')!]

    expect(there.numerator * back.numerator).toBe(there.denominator * back.denominator)
  })
})

test('the bundled rates have every currency of prices, except units that no market trades', () => {
  const table = bundledRates().latest('2026-11-21T00:00:00.000Z', 'sandbox')!

  expect(currencyCodes.filter((code) => table.perUsd[code] === undefined)).toEqual(['BOV', 'COU', 'CHE', 'CHW'])
})

test.each([
  ['not JSON', 'EUR=1', 'cannot be read'],
  ['a rate of 0', { ...ours, per_usd: { EUR: '0' } }, 'per_usd.EUR: must be a positive decimal number'],
  ['an unknown currency', { ...ours, per_usd: { EUX: '1' } }, 'EUX'],
  ['an invalid date', { ...ours, date: 'today' }, 'date'],
])('a file with %s is refused, and the file is named', async (_, value, fault) => {
  const path = aFile(value)

  await expect(fileRates(path)).rejects.toThrow(fault)
  await expect(fileRates(path)).rejects.toThrow(path)
})

test('dollars are counted in cents at the day’s rate, or not at all without a rate', async () => {
  const table = (await fileRates(aFile(ours))).latest('2026-11-21T00:00:00.000Z', 'sandbox')

  expect(toUsd(999, 'EUR', table)).toMatchObject({ amountUsd: 1156, date: '2026-11-20', source: 'our treasury' })
  expect(toUsd(999, 'XCG', table)).toBeNull()
})

test('the smallest charge is worth half a dollar', async () => {
  const table = (await fileRates(aFile(ours))).latest('2026-11-21T00:00:00.000Z', 'sandbox')

  expect([minimumDue('USD', table), minimumDue('EUR', table), minimumDue('JPY', table)]).toEqual([50, 43, 78])
})
