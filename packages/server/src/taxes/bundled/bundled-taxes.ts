import { createRequire } from 'node:module'
import salesTax from 'sales-tax'
import type { FoundRate, KnownPlace, TaxCalculator } from '../tax-calculator.ts'

const require = createRequire(import.meta.url)
const { version } = require('sales-tax/package.json') as { readonly version: string }
const table = require('sales-tax/res/sales_tax_rates.json') as Readonly<Record<string, { readonly states?: object }>>

/**
 * The standard rates that come with the installation, of the countries that have one rate; Canada and Spain by region. It
 * never asks the network. What it says of the USA, where rates go by county and city, is demo data: in sandbox it answers
 * with the provider type `demo_table`, in live mode it does not know the place.
 */
export const bundledTaxes = (mode: 'sandbox' | 'live'): TaxCalculator => ({
  isLocal: true,
  rateAt: async (place) => {
    const country = table[place.country]
    if (country === undefined) return unknown(place, 'The bundled tax rates do not have it')
    if (place.country === 'US')
      return mode === 'live' ? unknown(place, demoOnly) : await rateOf(place, 'demo_table', true)
    return rateOf(place, 'bundled_table', country.states !== undefined)
  },
})

const demoOnly = 'Rates of the USA come only from the operator’s TAXES_FILE'

const unknown = ({ country, state }: KnownPlace, why: string): FoundRate => ({
  kind: 'unknown_place',
  message: `No tax rate is known for ${[country, state].filter((part) => part !== null).join('-')}: ${why}.`,
})

const rateOf = async ({ country, state }: KnownPlace, type: string, hasStates: boolean): Promise<FoundRate> => {
  if (country === 'US' && state === null) return { kind: 'incomplete', asks: ['state'] }
  // Rounded there to six decimals, which is more than any rate has: sums of floats come out as somebody would write them.
  const { rate } = await salesTax.getSalesTax(country, state)
  return {
    kind: 'rate',
    rate: String(rate),
    provider: { id: `sales-tax@${version}`, type },
    asks: hasStates && state === null ? ['state'] : [],
  }
}
