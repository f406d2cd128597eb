import { type BinData, binTypes, cardFundings, countryCodes, currencyCodes } from '@billing-checkout/contract'
import { readFile } from 'node:fs/promises'
import { type CsvRow, readCsv } from '../reading/read-csv.ts'
import type { BinDirectory } from './bin-data.ts'

const columns = [
  'first_digits',
  'brand',
  'funding',
  'type',
  'country',
  'currency_code',
  'issuer',
  'description',
] as const

/**
 * Reads an operator's own table of card ranges, a CSV file with the columns first_digits (4 to 8 digits), brand, funding, type, country,
 * currency_code, issuer and description. A cell that contains a comma is in double quotes. The longest matching range wins, and its empty
 * cells are filled from `otherwise`. Throws an Error that names the first faulty line.
 */
export const csvBins = async (path: string, otherwise: BinDirectory): Promise<BinDirectory> => {
  const rows = readRows(path, await readText(path))
  return {
    find(firstDigits) {
      const known = otherwise.find(firstDigits)
      for (let length = 8; length >= 4; length--) {
        const row = rows.get(firstDigits.slice(0, length))
        if (row !== undefined) return { ...known, ...row }
      }
      return known
    },
  }
}

const readText = async (path: string): Promise<string> => {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new Error(`The card ranges in ${path} cannot be read: ${(error as Error).message}`, { cause: error })
  }
}

const readRows = (path: string, text: string): ReadonlyMap<string, Partial<BinData>> => {
  const [header, ...lines] = readLines(path, text)
  if (header?.cells.join(',') !== columns.join(','))
    throw new Error(`${path} must begin with the line ${columns.join(',')}`)
  const rows = new Map<string, Partial<BinData>>()
  for (const { line, cells } of lines) {
    const where = `${path} line ${line}`
    const [firstDigits, row] = readRow(cells, where)
    if (rows.has(firstDigits)) throw new Error(`${where} has the first digits ${firstDigits} a second time`)
    rows.set(firstDigits, row)
  }
  return rows
}

const readLines = (path: string, text: string): readonly CsvRow[] => {
  try {
    return readCsv(text)
  } catch (error) {
    throw new Error(`The card ranges in ${path} are not CSV: ${(error as Error).message}`, { cause: error })
  }
}

const readRow = (cells: readonly string[], where: string): [firstDigits: string, row: Partial<BinData>] => {
  if (cells.length !== columns.length)
    throw new Error(`${where} must have ${columns.length} cells, got ${cells.length}`)
  const [firstDigits = '', ...values] = cells
  if (!/^\d{4,8}$/.test(firstDigits)) throw new Error(`${where} must begin with 4 to 8 digits, got ${firstDigits}`)
  const row = Object.fromEntries(
    columns
      .slice(1)
      .map((name, index) => [name, values[index]] as const)
      .filter(([, value]) => value),
  )
  requireOneOf(where, 'funding', row['funding'], cardFundings)
  requireOneOf(where, 'type', row['type'], binTypes)
  requireOneOf(where, 'country', row['country'], countryCodes)
  requireOneOf(where, 'currency_code', row['currency_code'], currencyCodes)
  return [firstDigits, row as Partial<BinData>]
}

const requireOneOf = (where: string, name: string, value: string | undefined, known: readonly string[]): void => {
  if (value === undefined || known.includes(value)) return
  const choice = known.length > 10 ? `a known ${name}` : `one of ${known.join(', ')} as ${name}`
  throw new Error(`${where} must have ${choice}, got ${value}`)
}
