import { decimalsOfCurrency, rationalFromDecimal, type RateTable } from '@billing-checkout/domain'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { fixedRates, type ExchangeRateSource } from './exchange-rates.ts'

const isPositive = (text: string): boolean => {
  try {
    return rationalFromDecimal(text).numerator > 0n
  } catch {
    return false
  }
}

const isCurrency = (code: string): boolean => {
  try {
    return decimalsOfCurrency(code) >= 0
  } catch {
    return false
  }
}

const table = z.strictObject({
  date: z.iso.date(),
  source: z.string().min(1),
  per_usd: z.record(
    z.string().refine(isCurrency, 'must be a currency code that prices can be in'),
    z.union([z.string(), z.number()]).transform(String).refine(isPositive, 'must be a positive decimal number'),
  ),
})

/**
 * Reads an operator's own rates: `{ "date": "2026-11-20", "source": "our treasury", "per_usd": { "EUR": "0.8642" } }`. Rates should be
 * strings, because a JSON number may lose digits. Throws an Error that lists every issue of the file.
 */
export const fileRates = async (path: string): Promise<ExchangeRateSource> =>
  fixedRates(readTable(path, await readJson(path)))

const readTable = (path: string, value: unknown): RateTable => {
  const { success, data, error } = table.safeParse(value)
  if (!success) {
    const issues = error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`The exchange rates in ${path} cannot be used. ${issues.join('; ')}.`)
  }
  return { date: data.date, source: data.source, perUsd: { ...data.per_usd, USD: '1' } }
}

const readJson = async (path: string): Promise<unknown> => {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    throw new Error(`The exchange rates in ${path} cannot be read: ${(error as Error).message}`, { cause: error })
  }
}
