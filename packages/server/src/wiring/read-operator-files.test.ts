import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../config/read-config.ts'
import { StartProblem } from '../config/start-problem.ts'
import { readOperatorFiles } from './read-operator-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'tables-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const aFile = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const place = { country: 'DE', state: null, postalCode: null } as const
const at = '2026-11-21T12:00:00.000Z'

test('without files, only the bundled tax rates apply', async () => {
  const tables = await readOperatorFiles(readConfig({}))

  expect(Object.keys(tables)).toEqual(['taxes'])
  expect(await tables.taxes!.rateAt(place, at)).toMatchObject({ rate: '0.19' })
})

test('with TAXES=none, only the places in TAXES_FILE are taxed', async () => {
  const file = aFile('own.csv', 'country,region,postal_code,rate\nFR,,,0.2\n')
  const { taxes } = await readOperatorFiles(readConfig({ TAXES: 'none', TAXES_FILE: file }))

  expect(await taxes!.rateAt(place, at)).toEqual({ kind: 'not_collected' })
  expect(await taxes!.rateAt({ ...place, country: 'FR' }, at)).toMatchObject({ rate: '0.2' })
})

test('the error lists the faults of all files together', async () => {
  const environment = {
    RATES_FILE: aFile('rates.json', '{}'),
    BINS_FILE: join(folder, 'nowhere.csv'),
    TAXES_FILE: aFile('taxes.csv', 'country,region,postal_code,rate\nDE,,,19\n'),
  }
  const refused = await readOperatorFiles(readConfig(environment)).catch((error: unknown) => error)

  expect(refused).toBeInstanceOf(StartProblem)
  expect((refused as Error).message.split('\n')).toEqual([
    expect.stringContaining('rates.json cannot be used'),
    expect.stringContaining('nowhere.csv cannot be read'),
    expect.stringContaining('taxes.csv cannot be used'),
  ])
})
