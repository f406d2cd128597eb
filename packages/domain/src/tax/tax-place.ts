import type { CountryCode } from '@billing-checkout/contract'
import { stateCodes } from './state-codes.ts'

/** Where a sale is taxed: the shopper's country, state or province by its code, and postal code; null where unknown. */
export interface TaxPlace {
  readonly country: CountryCode | null
  readonly state: string | null
  readonly postalCode: string | null
}

/** What a shopper can be asked for because tax depends on it. */
export type TaxPlaceField = 'country' | 'state' | 'postal_code'

/** The members of an address that tax depends on. */
interface AddressPart {
  readonly country?: string | null | undefined
  readonly state?: string | null | undefined
  readonly postal_code?: string | null | undefined
}

/**
 * The place of an address. States are compared by code, in capitals and without the country before it; the names of the
 * states of the USA and the provinces of Canada are known. Postal codes are compared without spaces and dashes.
 */
export const taxPlaceOf = (address: AddressPart | null | undefined): TaxPlace => {
  const country = (address?.country ?? null) as CountryCode | null
  return {
    country,
    state: country === null ? null : stateCodeOf(country, address?.state ?? ''),
    postalCode: compactPostalCode(address?.postal_code ?? '') || null,
  }
}

/** A state as tax tables and registrations write it, `CA`; null when there is none. */
export const stateCodeOf = (country: string, state: string): string | null => {
  const named = state.trim().toUpperCase()
  const code = named.startsWith(`${country}-`) ? named.slice(country.length + 1) : named
  return stateCodes[country]?.get(code) ?? (code || null)
}

/** A postal code in capitals, without spaces and dashes. */
export const compactPostalCode = (postalCode: string): string => postalCode.replaceAll(/[\s-]/g, '').toUpperCase()
