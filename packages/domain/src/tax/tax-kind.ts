import type { CountryCode, TaxKind } from '@billing-checkout/contract'
import { parseCountryCodes } from '../parse-country-codes.ts'
import { type TaxPlace, territoryAt } from './tax-place.ts'

/** Countries whose sales tax has its own name, such as Peru's IGV or Brazil's ICMS. */
const otherNames = parseCountryCodes('AW BR DO KW LY MM MY PA PE QA')
const goodsAndServices = parseCountryCodes('AI AU BT CA IN JE JO MV NZ PG PK SG')
const salesTaxes = parseCountryCodes('CW HN IQ PR US')

/** The Canadian provinces in which GST, the federal tax, is not the only tax; `other` means GST and a provincial tax. */
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
 * The kind of tax at a place. The place decides, not the seller's registration: if a province has its own tax, receipts name the province's
 * tax. The default is value-added tax.
 */
export const taxKindAt = ({ country, state }: Pick<TaxPlace, 'state'> & { readonly country: CountryCode }): TaxKind => {
  if (country === 'CA') return provinces[state ?? ''] ?? 'gst'
  if (country === 'ES' && territoryAt({ country, state }) !== undefined) return 'other'
  if (country === 'JP') return 'consumption_tax'
  if (goodsAndServices.has(country)) return 'gst'
  if (salesTaxes.has(country)) return 'sales_tax'
  return otherNames.has(country) ? 'other' : 'vat'
}
