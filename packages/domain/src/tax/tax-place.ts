import type { CountryCode } from '@billing-checkout/contract'
import { regionsOfPostalCode } from './places/postal-regions.ts'
import { isRegionWithin, regionCodeOf } from './places/regions.ts'
import { postalCodesAbroad, territories } from './places/territories.ts'
import type { Territory } from './places/territory.ts'

/** Where a sale is taxed: the shopper's country, code of the state or province, and postal code; null if unknown. */
export interface TaxPlace {
  readonly country: CountryCode | null
  readonly state: string | null
  readonly postalCode: string | null
  /** The fields of the address that name no place, or that contradict each other; absent if there are none. */
  readonly faults?: readonly TaxPlaceField[]
}

/** The address fields that tax depends on and that the checkout can show to a shopper. */
export type TaxPlaceField = 'country' | 'state' | 'postal_code'

/** The address fields that tax depends on. */
interface AddressPart {
  readonly country?: string | null | undefined
  readonly state?: string | null | undefined
  readonly postal_code?: string | null | undefined
}

/**
 * The tax place of an address. The state is found by its code or name. If the address names no known state, a postal code that can lie in
 * only one state decides. If state and postal code contradict each other, the place has no state, and both fields are faults. If the place
 * is a territory with its own country code, it gets that code, even if the address names the country around it.
 */
export const taxPlaceOf = (address: AddressPart | null | undefined): TaxPlace => {
  const country = (address?.country ?? null) as CountryCode | null
  const postalCode = compactPostalCode(address?.postal_code ?? '') || null
  if (country === null) return { country, state: null, postalCode }
  return canonicalPlace(country, postalCode, stateOf(country, address?.state?.trim() ?? '', postalCode))
}

interface FoundState {
  readonly state: string | null
  readonly faults?: readonly TaxPlaceField[]
}

const stateOf = (country: CountryCode, text: string, postalCode: string | null): FoundState => {
  const named = text === '' ? null : regionCodeOf(country, text)
  const byPostalCode = postalCode === null ? undefined : placesOfPostalCode(country, postalCode)
  if (named === null) {
    if (byPostalCode?.length === 1) return { state: byPostalCode[0] ?? null }
    if (text !== '') return { state: null, faults: ['state'] }
    return { state: null, ...(byPostalCode !== undefined && { faults: ['postal_code'] as const }) }
  }
  if (byPostalCode === undefined) return { state: named }
  if (byPostalCode.length === 0) return { state: named, faults: ['postal_code'] }
  const inNamed = byPostalCode.filter((code) => isRegionWithin(country, code, named))
  if (inNamed.length > 0) return { state: inNamed.length === 1 ? (inNamed[0] ?? named) : named }
  if (byPostalCode.some((code) => isRegionWithin(country, named, code))) return { state: named }
  return { state: null, faults: ['state', 'postal_code'] }
}

/** The regions or territories in which a postal code may lie; `undefined` if we have no table of the country's postal codes. */
const placesOfPostalCode = (country: CountryCode, postalCode: string): readonly string[] | undefined => {
  const territory = territoryOfPostalCode(country, postalCode)
  if (territory !== undefined) return [territory.region ?? territory.regions[0] ?? territory.country ?? '']
  return regionsOfPostalCode(country, postalCode)
}

const territoryOfPostalCode = (country: CountryCode, postalCode: string): Territory | undefined =>
  territories
    .filter(({ of, postalCodes }) => of === country && postalCodes.some((start) => postalCode.startsWith(start)))
    .toSorted((one, other) => longestStart(other, postalCode) - longestStart(one, postalCode))[0]

const longestStart = ({ postalCodes }: Territory, postalCode: string): number =>
  Math.max(...postalCodes.filter((start) => postalCode.startsWith(start)).map((start) => start.length))

/** The place, but with another country code if it lies in a territory with a code of its own, or if its postal code lies abroad. */
const canonicalPlace = (country: CountryCode, postalCode: string | null, found: FoundState): TaxPlace => {
  const { state, faults } = found
  const abroad = postalCodesAbroad.find(
    (row) => row.in === country && postalCode !== null && row.postalCodes.some((start) => postalCode.startsWith(start)),
  )
  if (abroad !== undefined) return { country: abroad.country, state: null, postalCode }
  const own =
    state === null
      ? undefined
      : territories.find((row) => row.of === country && row.country !== null && namesCountry(row, state))
  if (own?.country) return { country: own.country, state: null, postalCode, ...(faults && { faults }) }
  return { country, state, postalCode, ...(faults && { faults }) }
}

const namesCountry = ({ country, regions }: Territory, state: string): boolean =>
  regions.includes(state) || country === state

/** The place of a tax registration or tax rate: a country, and a region by code or name. An unknown region's text is kept in capitals. */
export const placeOfRegion = (
  country: string,
  region: string | null,
): Pick<TaxPlace, 'state'> & { readonly country: string } => {
  if (region === null || region.trim() === '') return { country, state: null }
  const code = regionCodeOf(country, region)
  if (code === null) return { country, state: region.trim().toUpperCase() }
  const place = canonicalPlace(country as CountryCode, null, { state: code })
  return { country: place.country ?? country, state: place.state }
}

/** The territory with a tax of its own that contains a place, if any. */
export const territoryAt = ({ country, state }: Pick<TaxPlace, 'country' | 'state'>): Territory | undefined =>
  territories.find(
    (row) =>
      (row.country !== null && row.country === country) ||
      (row.country === null &&
        row.of === country &&
        row.region !== null &&
        state !== null &&
        isRegionWithin(row.of, state, row.region)),
  )

/** Whether a state is the given region or lies within it. */
export const isInRegion = (country: string, state: string | null, region: string): boolean =>
  state !== null && isRegionWithin(country, state, region)

/** A postal code in capitals, without spaces and dashes. */
export const compactPostalCode = (postalCode: string): string => postalCode.replaceAll(/[\s-]/g, '').toUpperCase()
