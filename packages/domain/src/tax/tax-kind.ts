import type { CountryCode, TaxKind } from '@billing-checkout/contract'
import { type TaxPlace, territoryAt } from './tax-place.ts'

const countriesOf = (codes: string): ReadonlySet<string> => new Set(codes.split(' '))

/** Countries whose tax on sales has another name than the usual ones, such as Peru's IGV or Brazil's ICMS. */
const otherNames = countriesOf('AW BR DO KW LY MM MY PA PE QA')
const goodsAndServices = countriesOf('AI AU BT CA IN JE JO MV NZ PG PK SG')
const salesTaxes = countriesOf('CW HN IQ PR US')

/** The provinces of Canada that have another tax than the federal GST; those with `other` add a tax of the province to it. */
const provinces: Readonly<Record<string, TaxKind>> = {
  BC: 'other',
  MB: 'other',
  NB: 'hst',
  NL: 'hst',
  NS: 'hst',
  ON: 'hst',
  PE: 'hst',
  QC: 'qst',
  SK: 'other',
}

/**
 * What the tax at a place is called. The place decides, and not the seller's registration: where a province has a tax of its own,
 * that is the one on the bill. Anywhere else the tax on sales is a value-added tax.
 */
export const taxKindAt = ({ country, state }: Pick<TaxPlace, 'state'> & { readonly country: CountryCode }): TaxKind => {
  if (country === 'CA') return provinces[state ?? ''] ?? 'gst'
  if (country === 'ES' && territoryAt({ country, state }) !== undefined) return 'other'
  if (country === 'JP') return 'consumption_tax'
  if (goodsAndServices.has(country)) return 'gst'
  if (salesTaxes.has(country)) return 'sales_tax'
  return otherNames.has(country) ? 'other' : 'vat'
}
