import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fixedRates, type RateSource } from '../exchange-rates.ts'

/** The day's rates that come with the installation, from a dated npm package of public-domain rates. */
export const bundledRates = async (): Promise<RateSource> => {
  const path = createRequire(import.meta.url).resolve('@fawazahmed0/currency-api/v1/currencies/usd.min.json')
  const { date, rates } = readRates(await readFile(path, 'utf8'))
  return fixedRates({ date, source: '@fawazahmed0/currency-api', perUsd: rates })
}

/** Rates are taken as the text they are written in, because a float would change them. */
const readRates = (text: string): { readonly date: string; readonly rates: Readonly<Record<string, string>> } => {
  const date = /"date":\s*"(\d{4}-\d\d-\d\d)"/.exec(text)?.[1]
  if (date === undefined) throw new Error('The bundled exchange rates have no date.')
  const pairs = [...text.matchAll(/"([a-z0-9]+)":\s*(\d[\d.e+-]*)/g)].map(([, code, rate]) => [
    code!.toUpperCase(),
    rate!,
  ])
  return { date, rates: Object.fromEntries(pairs) as Record<string, string> }
}
