import { countryCodes } from '@billing-checkout/contract'
import { compactPostalCode, stateCodeOf } from '@billing-checkout/domain'
import { readFile } from 'node:fs/promises'

/** One row of an operator's tax rates; null means any. */
export interface TaxRow {
  readonly country: string
  readonly region: string | null
  /** How postal codes begin, without spaces. */
  readonly postalCode: string | null
  /** A decimal such as 0.0725. */
  readonly rate: string
}

const columns = ['country', 'region', 'postal_code', 'rate'] as const

type Cells = Readonly<Record<(typeof columns)[number], string>>

/**
 * Reads tax rates: CSV with the columns country, region, postal_code and rate, or a JSON list of objects with the same
 * members, of which region and postal_code may be left out. Throws an Error that lists every fault of the file.
 */
export const readTaxTable = async (path: string): Promise<readonly TaxRow[]> => {
  // Spreadsheets begin a file with a mark of its encoding.
  const text = (await readText(path)).replace(/^\uFEFF/, '')
  const { entries, faults } = text.trimStart().startsWith('[') ? readJson(text) : readCsv(text)
  const rows = entries.map(({ where, cells }) => readRow(cells, where, faults))
  const seen = new Map<string, string>()
  for (const [index, { country, region, postalCode }] of rows.entries()) {
    const { where } = entries[index]!
    const place = [country, region, postalCode].join('/')
    const first = seen.get(place)
    if (first === undefined) seen.set(place, where)
    else faults.push(`${where} is about the same place as ${first}`)
  }
  if (rows.length === 0 && faults.length === 0) faults.push('it has no rows')
  if (faults.length > 0) throw new Error(`The tax rates in ${path} cannot be used: ${faults.join('; ')}.`)
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
  readonly faults: string[]
}

const readCsv = (text: string): Entries => {
  const [header = '', ...lines] = text.split(/\r?\n/)
  if (header.trim() !== columns.join(',')) return { entries: [], faults: [`line 1 must be ${columns.join(',')}`] }
  const faults: string[] = []
  const entries = lines.flatMap((line, index) => {
    if (line.trim() === '') return []
    const where = `line ${index + 2}`
    const values = line.split(',').map((cell) =>
      cell
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .trim(),
    )
    if (values.length !== columns.length) {
      faults.push(`${where} must have ${columns.length} cells, got ${values.length}`)
      return []
    }
    return [{ where, cells: Object.fromEntries(columns.map((name, cell) => [name, values[cell]!])) as Cells }]
  })
  return { entries, faults }
}

const readJson = (text: string): Entries => {
  const faults: string[] = []
  const entries = parseList(text, faults).flatMap((item, index) => {
    const where = `row ${index + 1}`
    if (typeof item !== 'object' || item === null || Array.isArray(item)) {
      faults.push(`${where} must be an object`)
      return []
    }
    const unknown = Object.keys(item).filter((name) => !columns.some((column) => column === name))
    if (unknown.length > 0) faults.push(`${where} has the unknown ${unknown.join(', ')}`)
    const members = item as Readonly<Record<string, unknown>>
    const cells = Object.fromEntries(columns.map((name) => [name, cellOf(members[name])])) as Cells
    return [{ where, cells }]
  })
  return { entries, faults }
}

const parseList = (text: string, faults: string[]): readonly unknown[] => {
  try {
    return JSON.parse(text) as readonly unknown[]
  } catch (error) {
    faults.push((error as Error).message)
    return []
  }
}

const cellOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''

const readRow = (
  { country, region, postal_code: postalCode, rate }: Cells,
  where: string,
  faults: string[],
): TaxRow => {
  if (!countryCodes.some((code) => code === country)) {
    faults.push(`${where} must have a country of two capital letters, got ${JSON.stringify(country)}`)
  }
  if (!/^(0|0?\.\d{1,8})$/.test(rate)) {
    faults.push(`${where} must have a rate from 0 to below 1, such as 0.0725, got ${JSON.stringify(rate)}`)
  }
  return {
    country,
    region: stateCodeOf(country, region),
    postalCode: compactPostalCode(postalCode) || null,
    rate: rate.startsWith('.') ? `0${rate}` : rate,
  }
}
