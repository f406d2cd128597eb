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
  /** When somebody last compared the row with its source. */
  readonly checked: string
}

const directive = 'Directive 2006/112/EC, article 6, as in force from 2025-08-14'
const directive7 = 'Directive 2006/112/EC, article 7, as in force from 2025-08-14'
const frenchLaw = 'Code général des impôts, articles 294 and 296 (version of 2024-12-13)'
const britishLaw = 'HMRC manual VATPOSG2300: territory of the United Kingdom'
const checked = '2026-11-26'

type Row = Omit<Territory, 'region' | 'country' | 'within' | 'regions' | 'names' | 'postalCodes'> & Partial<Territory>

const territory = (row: Row): Territory => ({
  country: null,
  region: null,
  within: null,
  regions: [],
  names: [],
  postalCodes: [],
  ...row,
})

const ownCountry = (
  of: CountryCode,
  country: CountryCode,
  row: Pick<Territory, 'name' | 'vat' | 'source'> & Partial<Territory>,
): Territory => territory({ of, country, checked, ...row })

/**
 * Places outside of their country's value-added tax, places inside another country's, and places with rates of their own. The
 * reduced rates of Greek islands are left out on purpose: they count only for sellers on such an island (AADE circular E.2113/2025).
 */
export const territories: readonly Territory[] = [
  territory({
    name: 'Las Palmas',
    of: 'ES',
    region: 'GC',
    within: 'CN',
    postalCodes: ['35'],
    vat: 'inside',
    source: directive,
    checked,
  }),
  territory({
    name: 'Santa Cruz de Tenerife',
    of: 'ES',
    region: 'TF',
    within: 'CN',
    postalCodes: ['38'],
    vat: 'inside',
    source: directive,
    checked,
  }),
  territory({ name: 'Canarias', of: 'ES', region: 'CN', vat: 'inside', source: directive, checked }),
  territory({ name: 'Ceuta', of: 'ES', region: 'CE', postalCodes: ['51'], vat: 'outside', source: directive, checked }),
  territory({
    name: 'Melilla',
    of: 'ES',
    region: 'ML',
    postalCodes: ['52'],
    vat: 'outside',
    source: directive,
    checked,
  }),
  territory({
    name: 'Helgoland',
    of: 'DE',
    region: 'HELGOLAND',
    within: 'SH',
    names: ['Heligoland', 'Helgoland', 'Insel Helgoland'],
    postalCodes: ['27498'],
    vat: 'outside',
    source: directive,
    checked,
  }),
  territory({
    name: 'Büsingen am Hochrhein',
    of: 'DE',
    region: 'BUESINGEN',
    within: 'BW',
    names: ['Büsingen', 'Buesingen', 'Büsingen am Hochrhein'],
    postalCodes: ['78266'],
    vat: 'outside',
    source: directive,
    checked,
  }),
  territory({
    name: 'Livigno',
    of: 'IT',
    region: 'LIVIGNO',
    within: 'SO',
    names: ['Livigno'],
    postalCodes: ['23041'],
    vat: 'outside',
    source: directive,
    checked,
  }),
  territory({
    name: 'Campione d’Italia',
    of: 'IT',
    region: 'CAMPIONE',
    within: 'CO',
    names: ['Campione d’Italia', 'Campione'],
    postalCodes: ['22061'],
    vat: 'outside',
    source: directive,
    checked,
  }),
  territory({
    name: 'Άγιο Όρος',
    of: 'GR',
    region: '69',
    postalCodes: ['63086', '63087'],
    vat: 'outside',
    source: directive,
    checked,
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
    checked,
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
    checked,
  }),
  territory({
    name: 'Açores',
    of: 'PT',
    region: '20',
    postalCodes: ['95', '96', '97', '98', '99'],
    vat: 'inside',
    source: 'Directive 2006/112/EC, article 105',
    checked,
  }),
  territory({
    name: 'Madeira',
    of: 'PT',
    region: '30',
    postalCodes: ['90', '91', '92', '93', '94'],
    vat: 'inside',
    source: 'Directive 2006/112/EC, article 105',
    checked,
  }),
  ownCountry('FI', 'AX', { name: 'Åland', regions: ['01'], postalCodes: ['22'], vat: 'outside', source: directive }),
  ownCountry('FR', 'GP', {
    name: 'Guadeloupe',
    regions: ['971', 'GP'],
    postalCodes: ['971'],
    vat: 'inside',
    source: frenchLaw,
  }),
  ownCountry('FR', 'MQ', {
    name: 'Martinique',
    regions: ['972', 'MQ'],
    postalCodes: ['972'],
    vat: 'inside',
    source: frenchLaw,
  }),
  ownCountry('FR', 'GF', {
    name: 'Guyane',
    regions: ['973', 'GF'],
    postalCodes: ['973'],
    vat: 'outside',
    source: frenchLaw,
  }),
  ownCountry('FR', 'RE', {
    name: 'La Réunion',
    regions: ['974', 'RE'],
    postalCodes: ['974'],
    vat: 'inside',
    source: frenchLaw,
  }),
  ownCountry('FR', 'YT', {
    name: 'Mayotte',
    regions: ['976', 'YT'],
    postalCodes: ['976'],
    vat: 'outside',
    source: frenchLaw,
  }),
  ownCountry('FR', 'BL', {
    name: 'Saint-Barthélemy',
    regions: ['BL'],
    postalCodes: ['97133', '977'],
    vat: 'outside',
    source: directive,
  }),
  ownCountry('FR', 'MF', {
    name: 'Saint-Martin',
    regions: ['MF'],
    postalCodes: ['97150', '978'],
    vat: 'outside',
    source: directive,
  }),
  ownCountry('FR', 'PM', {
    name: 'Saint-Pierre-et-Miquelon',
    regions: ['PM'],
    postalCodes: ['975'],
    vat: 'outside',
    source: directive,
  }),
  ownCountry('FR', 'WF', {
    name: 'Wallis-et-Futuna',
    regions: ['WF'],
    postalCodes: ['986'],
    vat: 'outside',
    source: directive,
  }),
  ownCountry('FR', 'PF', {
    name: 'Polynésie française',
    regions: ['PF'],
    postalCodes: ['987'],
    vat: 'outside',
    source: directive,
  }),
  ownCountry('FR', 'NC', {
    name: 'Nouvelle-Calédonie',
    regions: ['NC'],
    postalCodes: ['988'],
    vat: 'outside',
    source: directive,
  }),
  ownCountry('FR', 'TF', { name: 'Terres australes françaises', regions: ['TF'], vat: 'outside', source: directive }),
  ownCountry('FR', 'MC', { name: 'Monaco', postalCodes: ['980'], vat: 'inside', source: directive7 }),
  ownCountry('GB', 'IM', { name: 'Isle of Man', postalCodes: ['IM'], vat: 'inside', source: britishLaw }),
  ownCountry('GB', 'JE', { name: 'Jersey', postalCodes: ['JE'], vat: 'outside', source: britishLaw }),
  ownCountry('GB', 'GG', { name: 'Guernsey', postalCodes: ['GY'], vat: 'outside', source: britishLaw }),
  ownCountry('GB', 'GI', { name: 'Gibraltar', postalCodes: ['GX11'], vat: 'outside', source: britishLaw }),
  ownCountry('DK', 'FO', {
    name: 'Føroyar',
    vat: 'outside',
    source: 'European Commission, territorial status of EU countries and certain territories',
  }),
  ownCountry('DK', 'GL', {
    name: 'Kalaallit Nunaat',
    postalCodes: ['39'],
    vat: 'outside',
    source: 'European Commission, territorial status of EU countries and certain territories',
  }),
  ownCountry('NL', 'AW', { name: 'Aruba', regions: ['AW'], vat: 'outside', source: directive }),
  ownCountry('NL', 'CW', { name: 'Curaçao', regions: ['CW'], vat: 'outside', source: directive }),
  ownCountry('NL', 'SX', { name: 'Sint Maarten', regions: ['SX'], vat: 'outside', source: directive }),
  ownCountry('NL', 'BQ', {
    name: 'Caribisch Nederland',
    regions: ['BQ1', 'BQ2', 'BQ3', 'BQ'],
    vat: 'outside',
    source: directive,
  }),
  ownCountry('NO', 'SJ', {
    name: 'Svalbard og Jan Mayen',
    regions: ['21', '22'],
    postalCodes: ['917', '8099'],
    vat: 'outside',
    source: 'Merverdiavgiftsloven § 1-2, second paragraph',
  }),
  ownCountry('US', 'PR', {
    name: 'Puerto Rico',
    regions: ['PR'],
    vat: 'outside',
    source: 'ISO 3166-1: a country code of its own',
  }),
  ownCountry('US', 'GU', {
    name: 'Guam',
    regions: ['GU'],
    vat: 'outside',
    source: 'ISO 3166-1: a country code of its own',
  }),
  ownCountry('US', 'VI', {
    name: 'U.S. Virgin Islands',
    regions: ['VI'],
    vat: 'outside',
    source: 'ISO 3166-1: a country code of its own',
  }),
  ownCountry('US', 'AS', {
    name: 'American Samoa',
    regions: ['AS'],
    vat: 'outside',
    source: 'ISO 3166-1: a country code of its own',
  }),
  ownCountry('US', 'MP', {
    name: 'Northern Mariana Islands',
    regions: ['MP'],
    vat: 'outside',
    source: 'ISO 3166-1: a country code of its own',
  }),
  ownCountry('US', 'UM', {
    name: 'United States Minor Outlying Islands',
    regions: ['UM'],
    vat: 'outside',
    source: 'ISO 3166-1: a country code of its own',
  }),
  ownCountry('CN', 'HK', {
    name: 'Hong Kong',
    regions: ['HK'],
    vat: 'outside',
    source: 'ISO 3166-1: a country code of its own',
  }),
  ownCountry('CN', 'MO', {
    name: 'Macao',
    regions: ['MO'],
    vat: 'outside',
    source: 'ISO 3166-1: a country code of its own',
  }),
  ownCountry('CN', 'TW', {
    name: 'Taiwan',
    regions: ['TW'],
    vat: 'outside',
    source: 'ISO 3166-1: a country code of its own',
  }),
]

/** Postal codes of a country that stand in another country, without spaces: a place inside another's tax without a code of its own. */
export const postalCodesAbroad: readonly {
  readonly in: CountryCode
  readonly postalCodes: readonly string[]
  readonly country: CountryCode
  readonly source: string
  readonly checked: string
}[] = [
  // Akrotiri and Dhekelia, the Sovereign Base Areas on Cyprus.
  { in: 'GB', postalCodes: ['BFPO57', 'BFPO58', 'BFPO59'], country: 'CY', source: directive7, checked },
]
