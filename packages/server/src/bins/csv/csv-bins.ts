import { type BinData, binTypes, cardFundings } from '@billing-checkout/contract'
import { readFile } from 'node:fs/promises'
import type { BinDirectory } from '../bin-data.ts'

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
 * An operator's own table of card ranges: a CSV file with the columns first_digits (4 to 8 digits), brand, funding, type,
 * country, currency_code, issuer and description; the longest match wins, and what it leaves empty comes from `otherwise`.
 * Throws an Error that names the first faulty line.
 */
export const csvBins = async (path: string, otherwise: BinDirectory): Promise<BinDirectory> => {
  const rows = readRows(path, await readFile(path, 'utf8'))
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

const readRows = (path: string, text: string): ReadonlyMap<string, Partial<BinData>> => {
  const [header = '', ...lines] = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  if (header.trim() !== columns.join(',')) throw new Error(`${path} must begin with the line ${columns.join(',')}`)
  return new Map(lines.map((line, index) => readRow(line, `${path} line ${index + 2}`)))
}

const readRow = (line: string, where: string): [firstDigits: string, row: Partial<BinData>] => {
  const cells = line.split(',').map((cell) => cell.trim())
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
  return [firstDigits, row as Partial<BinData>]
}

const requireOneOf = (where: string, name: string, value: string | undefined, known: readonly string[]): void => {
  if (value === undefined || known.includes(value)) return
  throw new Error(`${where} must have one of ${known.join(', ')} as ${name}, got ${value}`)
}
