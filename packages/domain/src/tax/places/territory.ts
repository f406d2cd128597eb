import type { CountryCode } from '@billing-checkout/contract'

/** A place with a tax of its own, although its addresses name the country that it belongs to. */
export interface Territory {
  readonly name: string
  /** The country that the territory belongs to and whose law defines it. */
  readonly of: CountryCode
  /** The territory's own country code, if it has one. Its addresses may name this country or the country `of`. */
  readonly country: CountryCode | null
  /** The territory's region code within `of`, if it has no country code of its own. */
  readonly region: string | null
  /** The code of the larger region that contains the territory; null if none does. */
  readonly within: string | null
  /** The region codes that mean this territory in addresses of the country `of`, such as 01 for Åland, if it has its own country code. */
  readonly regions: readonly string[]
  /** Names that shoppers type as the region. */
  readonly names: readonly string[]
  /** The first characters of the territory's postal codes in addresses of `of`, without spaces. */
  readonly postalCodes: readonly string[]
  /**
   * `inside`: a tax registration in `of` covers the territory, at the rate in the table of rates. `outside`: no registration in `of` covers
   * it.
   */
  readonly vat: 'outside' | 'inside'
  readonly source: string
  /** The day on which the row was last compared with its source. */
  readonly checkedOn: string
}

/** Lists the territories outside of the value-added tax of the European Union. */
export const directiveArticle6 = 'Directive 2006/112/EC, article 6, as in force from 2025-08-14'
/** Lists the countries that are treated as a part of a member state. */
export const directiveArticle7 = 'Directive 2006/112/EC, article 7, as in force from 2025-08-14'
/** Regulates the overseas departments of France. */
const frenchLaw = 'Code général des impôts, articles 294 and 296 (version of 2024-12-13)'
/** Regulates the islands around the United Kingdom. */
export const britishLaw = 'HMRC manual VATPOSG2300: territory of the United Kingdom'
/** Lists the territories of member states and whether the tax of the European Union applies in them. */
export const commissionsList = 'European Commission, territorial status of EU countries and certain territories'
/** Gives a territory a country code of its own. */
export const ownIsoCode = 'ISO 3166-1: a country code of its own'
/** The day on which the rows were compared with their sources. */
export const checked = '2026-11-26'

type Row = Pick<Territory, 'name' | 'of' | 'vat' | 'source'> & Partial<Territory>

/** Completes a row: omitted members become null or empty, and an omitted day is {@link checked}. */
export const territory = (row: Row): Territory => ({
  country: null,
  region: null,
  within: null,
  regions: [],
  names: [],
  postalCodes: [],
  checkedOn: checked,
  ...row,
})

/** Completes a row for a territory with its own country code. */
export const territoryWithOwnCode = (of: CountryCode, country: CountryCode, row: Omit<Row, 'of'>): Territory =>
  territory({ of, country, ...row })

/** Completes a row for an overseas department of France. The department's postal codes begin with its number. */
export const frenchDepartment = (
  country: CountryCode,
  number: string,
  row: Pick<Territory, 'name' | 'vat'>,
): Territory =>
  territoryWithOwnCode('FR', country, { ...row, regions: [number, country], postalCodes: [number], source: frenchLaw })

/**
 * Completes rows for territories outside of the tax of `of`. `rows` has each territory's name and postal codes, by its country code, which
 * is also its region code.
 */
export const territoriesOutside = (
  of: CountryCode,
  source: string,
  rows: Partial<Readonly<Record<CountryCode, readonly [name: string, ...postalCodes: string[]]>>>,
): readonly Territory[] =>
  Object.entries(rows).map(([code, [name, ...postalCodes]]) =>
    territoryWithOwnCode(of, code as CountryCode, { name, regions: [code], postalCodes, vat: 'outside', source }),
  )
