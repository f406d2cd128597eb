import { compactPostalCode, isInRegion, missingFields, sumOfRates } from '@billing-checkout/domain'
import type { TaxRateResult, KnownPlace, TaxCalculator } from './tax-calculator.ts'
import { readTaxTable, type TaxRateRow } from './read-tax-table.ts'

/**
 * Reads an operator's own rates from a CSV or JSON file with country, region, postal_code (a prefix), rate and optionally name. The most
 * specific row for a place wins: the longest postal code prefix, then the region, then the country. If the file lists a country, all its
 * rates come from the file; other countries come from `otherwise`. Throws an Error that lists every issue of the file.
 */
export const taxesFromFile = async (path: string, otherwise: TaxCalculator): Promise<TaxCalculator> => {
  const byCountry = Map.groupBy(await readTaxTable(path), ({ country }) => country)
  return {
    isLocal: otherwise.isLocal ?? false,
    rateAt: async (place, at) => {
      const rows = byCountry.get(place.country)
      return rows === undefined ? otherwise.rateAt(place, at) : findRate(rows, place)
    },
  }
}

const provider = { id: 'TAXES_FILE', type: 'file' } as const

const findRate = (rows: readonly TaxRateRow[], place: KnownPlace): TaxRateResult => {
  const best = bestRows(rows, place)
  const ofState = place.state === null && rows.some(({ region }) => region !== null) ? missingFields(place) : []
  const ofPostalCode = place.postalCode === null && rows.some((row) => mayApply(row, place))
  const asks = [...new Set([...ofState, ...(ofPostalCode ? (['postal_code'] as const) : [])])]
  // If a member of the place is invalid, the state is needed: the place must not silently get the row of the whole country.
  const needs = place.faults?.length ? ofState : []
  if (best.length > 0) {
    return {
      kind: 'rate',
      rate: sumOfRates(best),
      ...(best.length > 1 && { parts: best.map(({ rate, name }) => ({ rate, name })) }),
      provider,
      asks,
      ...(needs.length > 0 && { needs }),
    }
  }
  if (asks.length > 0) return { kind: 'incomplete', asks }
  const named = [place.country, place.state, place.postalCode].filter((part) => part !== null).join(' ')
  return { kind: 'unknown_place', message: `TAXES_FILE has no row for ${named}.` }
}

/** The most specific rows for the place, one for each of its taxes. */
const bestRows = (rows: readonly TaxRateRow[], place: KnownPlace): readonly TaxRateRow[] => {
  const about = rows.filter((row) => applies(row, place))
  const specificity = Math.max(...about.map(specificityOf))
  const best = about.filter((row) => specificityOf(row) === specificity)
  // Rows for two regions of a place, one region inside the other, can have the same `specificityOf`. Choose the smaller region.
  const smallest = best.find(({ region }) =>
    best.every((other) => region === null || isInRegion(place.country, region, other.region ?? '')),
  )
  return best.filter(({ region }) => region === (smallest ?? best[0])?.region)
}

const applies = ({ region, postalCode }: TaxRateRow, place: KnownPlace): boolean =>
  (region === null || isInRegion(place.country, place.state, region)) &&
  (postalCode === null || (place.postalCode !== null && compactPostalCode(place.postalCode).startsWith(postalCode)))

/** Whether a row may apply to a place whose postal code is unknown. */
const mayApply = ({ region, postalCode }: TaxRateRow, { country, state }: KnownPlace): boolean =>
  postalCode !== null && (region === null || state === null || isInRegion(country, state, region))

/** How specific a row is: each character of a postal code counts more than a region. */
const specificityOf = ({ region, postalCode }: TaxRateRow): number =>
  (postalCode?.length ?? 0) * 2 + (region === null ? 0 : 1)
