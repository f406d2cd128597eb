import type { CountryCode } from '@billing-checkout/contract'
import { territoriesWithOwnCode } from './territories-with-own-code.ts'
import { checked, directiveArticle6, directiveArticle7, territory, type Territory } from './territory.ts'

/**
 * Places outside of their country's value-added tax, places inside another country's tax, and places with their own rates. Reduced rates of
 * Greek islands are left out on purpose, because they apply only to sellers on such an island (AADE circular E.2113/2025). A territory is
 * recognized by its country or region code, its name or its postal code. Only in the USA, Canada and Spain are other regions also found by
 * the postal code alone. The checkout asks for a missing region only if the tax depends on it. Taxes of cities are not supported.
 */
export const territories: readonly Territory[] = [
  territory({
    name: 'Las Palmas',
    of: 'ES',
    region: 'GC',
    within: 'CN',
    postalCodes: ['35'],
    vat: 'inside',
    source: directiveArticle6,
  }),
  territory({
    name: 'Santa Cruz de Tenerife',
    of: 'ES',
    region: 'TF',
    within: 'CN',
    postalCodes: ['38'],
    vat: 'inside',
    source: directiveArticle6,
  }),
  territory({ name: 'Canarias', of: 'ES', region: 'CN', vat: 'inside', source: directiveArticle6 }),
  territory({
    name: 'Ceuta',
    of: 'ES',
    region: 'CE',
    postalCodes: ['51'],
    vat: 'outside',
    source: directiveArticle6,
  }),
  territory({
    name: 'Melilla',
    of: 'ES',
    region: 'ML',
    postalCodes: ['52'],
    vat: 'outside',
    source: directiveArticle6,
  }),
  territory({
    name: 'Helgoland',
    of: 'DE',
    region: 'HELGOLAND',
    within: 'SH',
    names: ['Heligoland', 'Helgoland', 'Insel Helgoland'],
    postalCodes: ['27498'],
    vat: 'outside',
    source: directiveArticle6,
  }),
  territory({
    name: 'Büsingen am Hochrhein',
    of: 'DE',
    region: 'BUESINGEN',
    within: 'BW',
    names: ['Büsingen', 'Buesingen', 'Büsingen am Hochrhein'],
    postalCodes: ['78266'],
    vat: 'outside',
    source: directiveArticle6,
  }),
  territory({
    name: 'Livigno',
    of: 'IT',
    region: 'LIVIGNO',
    within: 'SO',
    names: ['Livigno'],
    postalCodes: ['23041'],
    vat: 'outside',
    source: directiveArticle6,
  }),
  territory({
    name: 'Campione d’Italia',
    of: 'IT',
    region: 'CAMPIONE',
    within: 'CO',
    names: ['Campione d’Italia', 'Campione'],
    postalCodes: ['22061'],
    vat: 'outside',
    source: directiveArticle6,
  }),
  territory({
    name: 'Άγιο Όρος',
    of: 'GR',
    region: '69',
    postalCodes: ['63086', '63087'],
    vat: 'outside',
    source: directiveArticle6,
  }),
  territory({
    name: 'Jungholz',
    of: 'AT',
    region: 'JUNGHOLZ',
    within: '7',
    names: ['Jungholz'],
    postalCodes: ['6691'],
    vat: 'inside',
    source: 'Directive 2006/112/EC, article 104',
  }),
  territory({
    name: 'Kleinwalsertal',
    of: 'AT',
    region: 'MITTELBERG',
    within: '8',
    names: ['Mittelberg', 'Kleinwalsertal'],
    postalCodes: ['6991', '6992', '6993'],
    vat: 'inside',
    source: 'Directive 2006/112/EC, article 104',
  }),
  territory({
    name: 'Açores',
    of: 'PT',
    region: '20',
    postalCodes: ['95', '96', '97', '98', '99'],
    vat: 'inside',
    source: 'Directive 2006/112/EC, article 105',
  }),
  territory({
    name: 'Madeira',
    of: 'PT',
    region: '30',
    postalCodes: ['90', '91', '92', '93', '94'],
    vat: 'inside',
    source: 'Directive 2006/112/EC, article 105',
  }),
  ...territoriesWithOwnCode,
]

/** Postal codes that belong to one country's system but lie in another country, without spaces. The tax of that other country applies. */
export const postalCodesAbroad: readonly {
  readonly in: CountryCode
  readonly postalCodes: readonly string[]
  readonly country: CountryCode
  readonly source: string
  readonly checked: string
}[] = [
  // Akrotiri and Dhekelia, the Sovereign Base Areas on Cyprus.
  { in: 'GB', postalCodes: ['BFPO57', 'BFPO58', 'BFPO59'], country: 'CY', source: directiveArticle7, checked },
]
