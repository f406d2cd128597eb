import { createRequire } from 'node:module'
import {
  isInRegion,
  missingFields,
  sumOfRates,
  type TaxPart,
  type TaxPlaceField,
  territoryAt,
  type Timestamp,
} from '@billing-checkout/domain'
import type { TaxRateResult, KnownPlace, TaxCalculator } from '../tax-calculator.ts'
import { countriesNeedingRegion, bundledTaxRates, type BundledTaxRate } from './rates.ts'

const require = createRequire(import.meta.url)
const { version } = require('sales-tax/package.json') as { readonly version: string }

/** The rates of the library `sales-tax`. Those of the USA are demo data; the others are compared with our own rows. */
export const libraryRates = require('sales-tax/res/sales_tax_rates.json') as Readonly<
  Record<string, { readonly rate: number; readonly states?: Readonly<Record<string, { readonly rate: number }>> }>
>

/**
 * The bundled standard rates of countries and regions, by day. The calculator never uses the network. The rates of the USA, which differ by
 * county and city, are demo data. A sandbox uses them with the provider type `demo_table`; in live mode, a place in the USA is unknown.
 */
export const bundledTaxes = (mode: 'sandbox' | 'live'): TaxCalculator => ({
  isLocal: true,
  rateAt: (place, at) => Promise.resolve(place.country === 'US' ? demoRate(place, mode) : rateOf(place, at)),
})

const demoRate = (place: KnownPlace, mode: 'sandbox' | 'live'): TaxRateResult => {
  if (mode === 'live') return unknown(place, 'Rates of the USA come only from the operator’s TAXES_FILE')
  if (place.state === null) return { kind: 'incomplete', asks: missingFields(place) }
  // The library's table lacks states without a sales tax, so this code adds them.
  const rate = libraryRates['US']?.states?.[place.state]?.rate ?? (untaxedStates.has(place.state) ? 0 : undefined)
  if (rate === undefined) return unknown(place, 'The bundled tax rates do not have it')
  return { kind: 'rate', rate: String(rate), provider: { id: `sales-tax@${version}`, type: 'demo_table' }, asks: [] }
}

/** States of the USA without a state sales tax, and addresses of its armed forces abroad. */
const untaxedStates: ReadonlySet<string> = new Set(['AK', 'DE', 'MT', 'NH', 'OR', 'AA', 'AE', 'AP'])

const unknown = ({ country, state }: KnownPlace, why: string): TaxRateResult => ({
  kind: 'unknown_place',
  message: `No tax rate is known for ${[country, state].filter((part) => part !== null).join('-')}: ${why}.`,
})

const rateOf = (place: KnownPlace, at: Timestamp): TaxRateResult => {
  const row = bundledRowAt(place, at)
  if (row === undefined) return unknown(place, 'The bundled tax rates do not have it')
  const hasRegions = bundledTaxRates.some(({ country, region }) => country === place.country && region !== null)
  const isByRegion = countriesNeedingRegion.has(place.country)
  if (isByRegion && place.state !== null && row.region === null) return unknown(place, 'The country has no such region')
  const asks = hasRegions && place.state === null ? missingFields(place) : noFields
  const needs = isByRegion || place.faults?.length ? asks : noFields
  const { parts } = row
  return {
    kind: 'rate',
    rate: sumOfRates(parts),
    ...(parts.length > 1 && { parts }),
    provider: providerOf(row),
    asks,
    ...(needs.length > 0 && { needs }),
  }
}

const noFields: readonly TaxPlaceField[] = []

/**
 * The row for a place on a day: that of its smallest region; without one, that of its country; without either, that of the country whose
 * tax applies there.
 */
export const bundledRowAt = (
  place: Pick<KnownPlace, 'country' | 'state'>,
  at: Timestamp,
): BundledTaxRate | undefined => {
  const day = at.slice(0, 10)
  const current = bundledTaxRates.filter(({ from, until }) => (from ?? day) <= day && day <= (until ?? day))
  const inCountry = current.filter(({ country }) => country === place.country)
  const here = inCountry.filter(({ region }) => region !== null && isInRegion(place.country, place.state, region))
  const nearest = here.find(({ region }) =>
    here.every((other) => isInRegion(place.country, region, other.region ?? '')),
  )
  const found = nearest ?? inCountry.find(({ region }) => region === null)
  if (found !== undefined) return found
  const territory = territoryAt(place)
  if (territory?.vat !== 'inside' || territory.country !== place.country) return undefined
  return current.find(({ country, region }) => country === territory.of && region === null)
}

/** The source of a rate: the library if it agrees with the row, else the row. */
const providerOf = (row: BundledTaxRate): { readonly id: string; readonly type: string } => ({
  id: libraryRateOf(row) === sumOfRates(row.parts) ? `sales-tax@${version}` : `rates@${row.checked}`,
  type: 'bundled_table',
})

/**
 * The library's rate for a row's place; undefined if the library has none. The library gives a region's rate as an addition to its
 * country's.
 */
export const libraryRateOf = ({ country, region }: Pick<BundledTaxRate, 'country' | 'region'>): string | undefined => {
  const entry = libraryRates[country]
  if (entry === undefined || (region !== null && entry.states === undefined)) return undefined
  // The library lists the Canary Islands by their two provinces, so look up one of them.
  const added = region === null ? undefined : entry.states?.[region === 'CN' ? 'GC' : region]
  const parts: readonly TaxPart[] = [entry, ...(added === undefined ? [] : [added])].map(({ rate }) => ({
    rate: rate.toFixed(6),
    name: null,
  }))
  return sumOfRates(parts)
}
