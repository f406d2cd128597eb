import { readFile } from 'node:fs/promises'
import { countryCodes } from '@billing-checkout/contract'
import { compactPostalCode, placeOfRegion, regionCodeOf, required } from '@billing-checkout/domain'
import { type CsvRow, readCsv } from '../reading/read-csv.ts'

/** A row of an operator's tax rates. A region or postal code of null means any. */
export interface TaxRateRow {
  readonly country: string
  readonly region: string | null
  /** The prefix of postal codes, without spaces. */
  readonly postalCode: string | null
  /** A decimal such as 0.0725. */
  readonly rate: string
  /** The name of this tax, which is required if the place has several taxes; null if the file states none. */
  readonly name: string | null
}

const columns = ['country', 'region', 'postal_code', 'rate', 'name'] as const

/** The number of columns that every CSV file needs; the column `name` is only needed if a place has several taxes. */
const columnsMin = columns.length - 1

type Cells = Readonly<Record<(typeof columns)[number], string>>

/**
 * Reads tax rates from CSV with the columns country, region, postal_code, rate and optionally name. Alternatively, reads a JSON list of
 * objects with these members, of which region, postal_code and name are optional. A place with several taxes has a named row for each.
 * Throws an Error that lists every issue of the file.
 */
export const readTaxTable = async (path: string): Promise<readonly TaxRateRow[]> => {
  const text = await readText(path)
  const { entries, issues } = /^[\uFEFF\s]*\[/.test(text) ? readJson(text) : readTable(text)
  const rows = entries.map(({ where, cells }) => readRow(cells, where, issues))
  const seen = new Map<string, string>()
  const unnamed = new Map<string, string>()
  for (const [index, { country, region, postalCode, name }] of rows.entries()) {
    const { where } = required(entries[index], 'entry of tax table', index)
    const place = [country, region, postalCode].join('/')
    const first =
      seen.get(`${place}/`) ?? seen.get(`${place}/${name ?? ''}`) ?? (name === null ? unnamed.get(place) : undefined)
    if (first === undefined) {
      seen.set(`${place}/${name ?? ''}`, where)
      unnamed.set(place, where)
    } else issues.push(`${where} is about the same place as ${first}`)
  }
  if (rows.length === 0 && issues.length === 0) issues.push('it has no rows')
  if (issues.length > 0) throw new Error(`The tax rates in ${path} cannot be used: ${issues.join('; ')}.`)
  return rows
}

const readText = async (path: string): Promise<string> => {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new Error(`The tax rates in ${path} cannot be read: ${(error as Error).message}`, { cause: error })
  }
}

interface Entries {
  readonly entries: readonly { readonly where: string; readonly cells: Cells }[]
  readonly issues: string[]
}

const readTable = (text: string): Entries => {
  const issues: string[] = []
  const [header, ...lines] = readLines(text, issues)
  if (header === undefined) return { entries: [], issues }
  const names = header.cells.join(',')
  const shown = columns.slice(0, names === columns.join(',') ? columns.length : columnsMin)
  if (names !== shown.join(',')) return { entries: [], issues: [`line 1 must be ${shown.join(',')}`] }
  const entries = lines.flatMap(({ line, cells }) => {
    const where = `line ${line}`
    if (cells.length === shown.length) {
      return [{ where, cells: Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? ''])) as Cells }]
    }
    issues.push(`${where} must have ${shown.length} cells, got ${cells.length}`)
    return []
  })
  return { entries, issues }
}

const readLines = (text: string, issues: string[]): readonly CsvRow[] => {
  try {
    return readCsv(text)
  } catch (error) {
    issues.push((error as Error).message)
    return []
  }
}

const readJson = (text: string): Entries => {
  const issues: string[] = []
  const entries = parseList(text, issues).flatMap((item, index) => {
    const where = `row ${index + 1}`
    if (typeof item !== 'object' || item === null || Array.isArray(item)) {
      issues.push(`${where} must be an object`)
      return []
    }
    const unknown = Object.keys(item).filter((name) => !columns.some((column) => column === name))
    if (unknown.length > 0) issues.push(`${where} has the unknown ${unknown.join(', ')}`)
    const members = item as Readonly<Record<string, unknown>>
    const cells = Object.fromEntries(columns.map((name) => [name, cellOf(members[name])])) as Cells
    return [{ where, cells }]
  })
  return { entries, issues }
}

const parseList = (text: string, issues: string[]): readonly unknown[] => {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as readonly unknown[]
  } catch (error) {
    issues.push((error as Error).message)
    return []
  }
}

const cellOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''

const readRow = (
  { country, region, postal_code: postalCode, rate, name }: Cells,
  where: string,
  issues: string[],
): TaxRateRow => {
  if (!countryCodes.some((code) => code === country)) {
    issues.push(`${where} must have a country of two capital letters, got ${JSON.stringify(country)}`)
  }
  if (!/^(0|0?\.\d{1,8})$/.test(rate)) {
    issues.push(`${where} must have a rate from 0 to below 1, such as 0.0725, got ${JSON.stringify(rate)}`)
  }
  if (region !== '' && regionCodeOf(country, region) === null) {
    issues.push(`${where} must have a region of ${country}, got ${JSON.stringify(region)}`)
  }
  const place = placeOfRegion(country, region)
  return {
    country: place.country,
    region: place.state,
    postalCode: compactPostalCode(postalCode) || null,
    rate: rate.startsWith('.') ? `0${rate}` : rate,
    name: name || null,
  }
}
