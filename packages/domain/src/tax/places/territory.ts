import type { CountryCode } from '@billing-checkout/contract'

/** A place whose tax is not that of the country in whose addresses it stands. */
export interface Territory {
  readonly name: string
  /** The country whose law says what the territory is. */
  readonly of: CountryCode
  /** Its own country code, if it has one: then addresses of both countries mean the same place. */
  readonly country: CountryCode | null
  /** Its region of `of`, if it has no country code of its own. */
  readonly region: string | null
  /** The region around it; null: none. */
  readonly within: string | null
  /** Further regions of `of` that mean this place. */
  readonly regions: readonly string[]
  /** Names that shoppers type for it as a region. */
  readonly names: readonly string[]
  /** How its postal codes begin in addresses of `of`, without spaces. */
  readonly postalCodes: readonly string[]
  /** `outside`: no registration in `of` covers it. `inside`: a registration in `of` does, at the rate of the table of rates. */
  readonly vat: 'outside' | 'inside'
  readonly source: string
  /** The day on which the row was last compared with its source. */
  readonly checked: string
}

/** The territories outside of the value-added tax of the European Union. */
export const directive = 'Directive 2006/112/EC, article 6, as in force from 2025-08-14'
/** The countries that are treated as a part of a member state. */
export const directive7 = 'Directive 2006/112/EC, article 7, as in force from 2025-08-14'
/** The overseas departments of France. */
export const frenchLaw = 'Code général des impôts, articles 294 and 296 (version of 2024-12-13)'
/** The islands around the United Kingdom. */
export const britishLaw = 'HMRC manual VATPOSG2300: territory of the United Kingdom'
/** The day on which the rows were compared with their sources. */
export const checked = '2026-11-26'

type Row = Omit<Territory, 'region' | 'country' | 'within' | 'regions' | 'names' | 'postalCodes'> & Partial<Territory>

/** A row of the table; members that are left out are empty. */
export const territory = (row: Row): Territory => ({
  country: null,
  region: null,
  within: null,
  regions: [],
  names: [],
  postalCodes: [],
  ...row,
})

/** A row of a territory with a country code of its own. */
export const ownCountry = (
  of: CountryCode,
  country: CountryCode,
  row: Pick<Territory, 'name' | 'vat' | 'source'> & Partial<Territory>,
): Territory => territory({ of, country, checked, ...row })
