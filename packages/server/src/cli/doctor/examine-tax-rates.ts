import { placeOfRegion, type Timestamp } from '@billing-checkout/domain'
import { listOrganizations } from '../../organization/organizations.ts'
import type { Database } from '../../store/database.ts'
import { readBillingClock } from '../../store/writes/billing-clock.ts'
import { bundledRowAt } from '../../taxes/bundled/bundled-taxes.ts'
import { staleRows } from '../../taxes/bundled/stale-rows.ts'
import { requestTaxRate, type KnownPlace, type TaxCalculator } from '../../taxes/tax-calculator.ts'

/** The age, in months since its last check, from which a tax rate is reported. */
const monthsMax = 12

/**
 * Reports the tax registrations whose bundled rates were not checked for a year. Throws if a registration has no rate at all, because sales
 * there are then refused or untaxed.
 */
export const examineTaxRates = async (db: Database, taxes: TaxCalculator, wallNow: Timestamp): Promise<string> => {
  const now = await readBillingClock(db)
  const old: string[] = []
  const missing: string[] = []
  for (const { name, settings } of await listOrganizations(db)) {
    for (const { country, region } of settings.tax_registrations) {
      const place = { ...placeOfRegion(country, region), postalCode: null } as KnownPlace
      const where = `${region === null ? country : `${country}-${region}`} of ${name}`
      const found = await requestTaxRate(taxes, place, now)
      if (found.kind === 'unknown_place') missing.push(where)
      if (found.kind !== 'rate' || found.provider.type !== 'bundled_table') continue
      const row = bundledRowAt(place, now)
      if (row && staleRows([row], wallNow.slice(0, 10), monthsMax).length > 0) old.push(`${where} (${row.checked})`)
    }
  }
  if (missing.length > 0) {
    throw new Error(
      `No rate is known for these registrations, so sales there are refused: ${missing.join(', ')}. Add rows to TAXES_FILE.`,
    )
  }
  return old.length === 0
    ? 'the rates of all registrations were checked within a year, or are your own'
    : `not checked for a year, compare them with the law: ${old.join(', ')}`
}
