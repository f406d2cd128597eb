import { type CountryCode, countryCodes } from '@billing-checkout/contract'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { bundledTaxes } from '#server/taxes/bundled/bundled-taxes.ts'
import { taxesFromFile } from '#server/taxes/taxes-from-file.ts'
import { noTaxes } from '#server/taxes/no-taxes.ts'
import { requestTaxRate, type TaxCalculator, taxTimeoutSeconds } from '#server/taxes/tax-calculator.ts'

const folder = mkdtempSync(join(tmpdir(), 'taxes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => void vi.useRealTimers())

const at = '2026-11-21T12:00:00.000Z'
const header = 'country,region,postal_code,rate'
const aFile = (...lines: readonly string[]): string => {
  const path = join(folder, `${Math.random()}.csv`)
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}
const aPlace = (country: string, state: string | null = null, postalCode: string | null = null) => ({
  country: country as CountryCode,
  state,
  postalCode,
})

const rows = ['US,CA,,0.0725', 'US,CA,941,0.08625', 'US,CA,94110,0.085', 'US,NY,,.04', 'CA,,,0.05']
const json = JSON.stringify([
  { country: 'US', region: 'CA', rate: '0.0725' },
  { country: 'US', region: 'CA', postal_code: '941', rate: 0.08625 },
])

const adapters: readonly (readonly [string, () => Promise<TaxCalculator>])[] = [
  ['none', async () => noTaxes],
  ['bundled', async () => bundledTaxes('sandbox')],
  ['bundled, in live mode,', async () => bundledTaxes('live')],
  ['file', () => taxesFromFile(aFile(header, ...rows), noTaxes)],
  ['file of JSON', () => taxesFromFile(aFile(json), bundledTaxes('live'))],
]

describe.each(adapters)('the %s tax calculator', (_, open) => {
  test('answers every country with a decimal rate and its source, or with the reason for none', async () => {
    const calculator = await open()

    for (const country of countryCodes) {
      for (const place of [aPlace(country), aPlace(country, 'CA'), aPlace(country, 'ZZ', '94110')]) {
        const found = await calculator.rateAt(place, at)
        if (found.kind === 'rate') {
          expect(found.rate).toMatch(/^(0|0\.\d{1,8})$/)
          expect(found.provider).toEqual({ id: expect.stringMatching(/./), type: expect.stringMatching(/./) })
        }
        if (found.kind === 'unknown_place') expect(found.message).toContain(country)
        if (found.kind === 'incomplete') expect(found.asks.length).toBeGreaterThan(0)
      }
    }
  })

  test('requests only unknown parts of the address', async () => {
    const calculator = await open()

    for (const country of countryCodes) {
      const found = await calculator.rateAt(aPlace(country, 'CA', '94110'), at)
      expect('asks' in found ? found.asks : []).toEqual([])
    }
  })

  test('gives the same answer however often it is called, also at the same time', async () => {
    const calculator = await open()
    const ask = () => Promise.all(countryCodes.map((country) => calculator.rateAt(aPlace(country, 'CA', '94110'), at)))

    expect(await ask()).toEqual(await ask())
  })
})

test.each([
  ['DE', null, '0.19'],
  ['FR', null, '0.2'],
  ['CH', null, '0.081'],
  ['JP', null, '0.1'],
  ['CA', null, '0.05'],
  ['CA', 'ON', '0.13'],
  ['CA', 'QC', '0.14975'],
  // The Canary Islands have a lower rate than Spain, not a surcharge.
  ['ES', 'GC', '0.07'],
])('the bundled rate of %s %s is %s', async (country, state, rate) => {
  const found = await bundledTaxes('live').rateAt(aPlace(country, state), at)

  expect(found).toMatchObject({ rate, provider: { id: 'sales-tax@2.23.0', type: 'bundled_table' } })
})

test.each([
  ['LI', null, '0.081'],
  ['EC', null, '0.15'],
  ['BS', null, '0.1'],
  ['BH', null, '0.1'],
  ['LK', null, '0.18'],
  ['PK', null, '0.18'],
  ['KZ', null, '0.16'],
  ['RU', null, '0.22'],
  ['ZW', null, '0.155'],
  ['GH', null, '0.2'],
  ['MY', null, '0.08'],
  ['PT', '20', '0.16'],
  ['PT', '30', '0.22'],
  ['ES', 'CN', '0.07'],
  ['RE', null, '0.085'],
  ['IM', null, '0.2'],
])('the bundled rate of %s %s is a row of our own: %s', async (country, state, rate) => {
  expect(await bundledTaxes('live').rateAt(aPlace(country, state), at)).toMatchObject({
    kind: 'rate',
    rate,
    provider: { id: expect.stringMatching(/^rates@202\d-\d\d-\d\d$|^sales-tax@/) },
  })
})

test('a rate counts on the days on which it is law', async () => {
  const rateOn = (day: string) => bundledTaxes('live').rateAt(aPlace('TH'), `${day}T12:00:00.000Z`)

  expect(await rateOn('2026-09-30')).toMatchObject({ rate: '0.07' })
  expect(await rateOn('2026-10-01')).toMatchObject({ kind: 'unknown_place' })
})

test.each([
  ['US', 'ZZ'],
  ['CA', 'ZZ'],
])('a region that %s does not have is not treated as a region without tax', async (country, state) => {
  expect(await bundledTaxes('sandbox').rateAt(aPlace(country, state), at)).toMatchObject({ kind: 'unknown_place' })
})

test('a rate in Canada is certain only with a province', async () => {
  const found = await bundledTaxes('live').rateAt(aPlace('CA'), at)

  expect(found).toMatchObject({ kind: 'rate', rate: '0.05', asks: ['state'], needs: ['state'] })
})

test('the bundled rates of the USA are marked as demo data, and are missing in live mode', async () => {
  const sandbox = bundledTaxes('sandbox')

  expect(await sandbox.rateAt(aPlace('US', 'CA'), at)).toMatchObject({ provider: { type: 'demo_table' } })
  expect(await sandbox.rateAt(aPlace('US'), at)).toEqual({ kind: 'incomplete', asks: ['state'] })
  expect(await bundledTaxes('live').rateAt(aPlace('US', 'CA'), at)).toEqual({
    kind: 'unknown_place',
    message: 'No tax rate is known for US-CA: Rates of the USA come only from the operator’s TAXES_FILE.',
  })
})

test.each([
  ['the longest prefix of the postal code wins', aPlace('US', 'CA', '94110'), { rate: '0.085' }],
  ['a shorter prefix wins over the region', aPlace('US', 'CA', '94103'), { rate: '0.08625' }],
  ['the region applies to all other postal codes', aPlace('US', 'CA', '90001'), { rate: '0.0725' }],
  [
    'a region without its postal code has a rate, and requests the code',
    aPlace('US', 'CA'),
    { rate: '0.0725', asks: ['postal_code'] },
  ],
  ['a region without finer rows requests nothing', aPlace('US', 'NY'), { rate: '0.04', asks: [] }],
  ['a country by regions requires a region', aPlace('US'), { kind: 'incomplete', asks: ['state', 'postal_code'] }],
  ['another region of that country is unknown', aPlace('US', 'TX'), { kind: 'unknown_place' }],
  ['another country is read from elsewhere', aPlace('DE'), { rate: '0.19' }],
  ['a country of the file is not read from elsewhere', aPlace('CA', 'ON'), { rate: '0.05' }],
])('in an operator’s file %s', async (_, place, found) => {
  const calculator = await taxesFromFile(aFile(`\uFEFF${header}\r`, ...rows), bundledTaxes('live'))

  expect(await calculator.rateAt(place, at)).toMatchObject(found)
})

test('a place of an operator’s file with several taxes has a rate for each, by its name', async () => {
  const names = [
    `${header},name`,
    'US,CA,,0.0725,',
    'US,CA,94110,0.0725,California',
    'US,CA,94110,0.0125,San Francisco County',
  ]
  const calculator = await taxesFromFile(aFile(...names), noTaxes)

  expect(await calculator.rateAt(aPlace('US', 'CA', '94110'), at)).toMatchObject({
    rate: '0.085',
    parts: [
      { rate: '0.0725', name: 'California' },
      { rate: '0.0125', name: 'San Francisco County' },
    ],
  })
  expect(await calculator.rateAt(aPlace('US', 'CA', '90001'), at)).not.toHaveProperty('parts')
  await expect(taxesFromFile(aFile(`${header},name`, 'US,CA,,0.05,State', 'US,CA,,0.01,'), noTaxes)).rejects.toThrow(
    'line 3 is about the same place as line 2',
  )
})

test('one answer reports every fault of a file', async () => {
  const path = aFile(header, 'USA,,,0.05', 'US,CA,,7.25', 'US,NY', '', 'FR,,,0.2', 'FR,,,0.2', 'IT,,,22%')

  await expect(taxesFromFile(path, noTaxes)).rejects.toThrow(
    `The tax rates in ${path} cannot be used: line 4 must have 4 cells, got 2; ` +
      'line 2 must have a country of two capital letters, got "USA"; ' +
      'line 3 must have a rate from 0 to below 1, such as 0.0725, got "7.25"; ' +
      'line 8 must have a rate from 0 to below 1, such as 0.0725, got "22%"; ' +
      'line 7 is about the same place as line 6.',
  )
})

test.each([
  [
    'a region that its country does not have',
    ['country,region,postal_code,rate', 'US,BY,,0.05'],
    'line 2 must have a region of US, got "BY"',
  ],
  ['a quote that is not closed', ['country,region,postal_code,rate', 'DE,,"101,0.19'], 'Quote Not Closed'],
  ['another header', ['land,rate'], 'line 1 must be country,region,postal_code,rate'],
  ['no rows', [header], 'it has no rows'],
  ['broken JSON', ['[{'], 'cannot be used'],
  ['a list of other values', ['[1]'], 'row 1 must be an object'],
  ['an unknown member', ['[{"country":"DE","rate":"0.19","zip":"1"}]'], 'row 1 has the unknown zip'],
  ['a rate that JSON has written with an exponent', ['[{"country":"DE","rate":1e-9}]'], 'got "1e-9"'],
])('a file with %s is refused', async (_, lines, fault) => {
  await expect(taxesFromFile(aFile(...lines), noTaxes)).rejects.toThrow(fault)
})

test('a missing file is named in the error', async () => {
  const path = join(folder, 'nowhere.csv')

  await expect(taxesFromFile(path, noTaxes)).rejects.toThrow(`The tax rates in ${path} cannot be read`)
})

test('a calculator without an answer in time has no answer', async () => {
  vi.useFakeTimers()
  const answer = requestTaxRate({ rateAt: () => new Promise(() => {}) }, aPlace('DE'), at).catch(String)

  await vi.advanceTimersByTimeAsync(taxTimeoutSeconds * 1000)

  expect(await answer).toContain('did not answer within 2 seconds')
})
