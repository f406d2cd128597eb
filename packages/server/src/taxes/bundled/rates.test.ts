import { countryCodes } from '@billing-checkout/contract'
import { regionCodeOf, sumOfRates, taxPlaceOf, territories } from '@billing-checkout/domain'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bundledRowAt, libraryRateOf, libraryRates } from './bundled-taxes.ts'
import { bundledTaxRates, type BundledTaxRate } from './rates.ts'
import { staleRows } from './stale-rows.ts'

const nameOf = ({ country, region }: Pick<BundledTaxRate, 'country' | 'region'>) =>
  region === null ? country : `${country}-${region}`

test('every row has a known place, rates, a source and the date of the source', () => {
  for (const row of bundledTaxRates) {
    expect({ ...row, isKnown: countryCodes.includes(row.country) }).toMatchObject({
      isKnown: true,
      source: expect.stringMatching(/^.{11}/),
      checked: expect.stringMatching(/^202\d-\d\d-\d\d$/),
    })
    if (row.region !== null)
      expect([nameOf(row), regionCodeOf(row.country, row.region)]).toEqual([nameOf(row), row.region])
    expect([nameOf(row), sumOfRates(row.parts)]).toEqual([nameOf(row), expect.stringMatching(/^0\.\d{1,6}$/)])
    expect([nameOf(row), Date.parse(row.checked) < Date.now()]).toEqual([nameOf(row), true])
    const hasNames = row.parts.length === 1 || row.parts.every(({ name }) => name !== null)
    expect([nameOf(row), hasNames]).toEqual([nameOf(row), true])
  }
})

test('a place has one rate on a day', () => {
  for (const [name, rows] of Map.groupBy(bundledTaxRates, nameOf)) {
    const spans = rows.map(({ from, until }) => [from ?? '0000', until ?? '9999'] as const).toSorted()
    const overlapping = spans.filter(([from], index) => index > 0 && from <= (spans[index - 1]?.[1] ?? ''))

    expect([name, overlapping]).toEqual([name, []])
  }
})

test('every territory has its source and date, and a region or a known country code', () => {
  for (const territory of territories) {
    const { name, of, country, region, regions } = territory
    expect([name, countryCodes.includes(of)]).toEqual([name, true])
    if (country === null) expect([name, regionCodeOf(of, region ?? '')]).toEqual([name, region])
    else expect([name, countryCodes.includes(country)]).toEqual([name, true])
    const codes = regions.filter((code) => code !== country)
    expect([name, codes.map((code) => regionCodeOf(of, code))]).toEqual([name, codes])
    expect(territory).toMatchObject({
      source: expect.stringMatching(/^.{11}/),
      checkedOn: expect.stringMatching(/^202\d-\d\d-\d\d$/),
    })
  }
})

test('every territory is found by its postal codes, and a sale there has a rate or none of its country', () => {
  for (const { name, of, country, region, postalCodes, vat } of territories) {
    for (const start of postalCodes) {
      const place = taxPlaceOf({ country: of, postal_code: start.padEnd(of === 'PT' ? 7 : 5, '0') })
      expect([name, place.country, place.state]).toEqual([name, ...(country === null ? [of, region] : [country, null])])
    }
    const place = { country: country ?? of, state: country === null ? region : null }
    if (vat === 'inside')
      expect([name, bundledRowAt(place, '2026-11-26T00:00:00.000Z')]).toEqual([name, expect.anything()])
  }
})

test('the rows differ from the library only as listed here', () => {
  const differing = bundledTaxRates
    .filter((row) => libraryRateOf(row) !== undefined && libraryRateOf(row) !== sumOfRates(row.parts))
    .map((row) => `${nameOf(row)} ${libraryRateOf(row)} → ${sumOfRates(row.parts)}`)

  expect(differing.toSorted()).toEqual([
    'BH 0.05 → 0.1',
    'BS 0.12 → 0.1',
    'EC 0.12 → 0.15',
    'GH 0.15 → 0.2',
    'KZ 0.12 → 0.16',
    'LI 0.077 → 0.081',
    'LK 0.12 → 0.18',
    'MY 0.1 → 0.08',
    'PK 0.17 → 0.18',
    'RU 0.2 → 0.22',
    'TH 0.1 → 0.07',
    'ZW 0.15 → 0.155',
  ])
})

test('the countries of the library without a row are those that the operator’s page lists', () => {
  const page = readFileSync(new URL('../../../../OPERATING.md', import.meta.url), 'utf8')
  const listed = /\*\*Unknown rates\.\*\* .*? in ([A-Z\s,]+) and the USA /s.exec(page)?.[1]?.split(/,\s+/)
  const unknown = Object.keys(libraryRates).filter(
    (country) =>
      country !== 'US' &&
      bundledRowAt({ country: country as BundledTaxRate['country'], state: null }, '2026-11-26T00:00:00.000Z') ===
        undefined,
  )

  expect(listed).toEqual(unknown.toSorted())
})

test('a row is stale once its source is older than the given number of months', () => {
  const rows = [
    { country: 'DE', region: null, checked: '2025-05-25' },
    { country: 'FR', region: null, checked: '2025-05-27' },
  ] as const

  expect(staleRows(rows, '2026-11-26', 18).map(({ country }) => country)).toEqual(['DE'])
  expect(staleRows(rows, '2026-11-26', 19)).toEqual([])
})
