import { bundledTaxRates } from './server/src/taxes/bundled/rates.ts'
import { staleRows } from './server/src/taxes/bundled/stale-rows.ts'

// What has to be true before a release, and changes with the calendar: so it is no test.

/** Facts that are released are not older than this. */
const monthsMax = 18

const stale = staleRows(bundledTaxRates, new Date().toISOString().slice(0, 10), monthsMax)
for (const { country, region, checked, source } of stale)
  console.error(
    `The tax rate of ${region === null ? country : `${country}-${region}`} was last checked on ${checked}: ${source}`,
  )
if (stale.length > 0) {
  console.error(
    `${stale.length} tax rates are older than ${monthsMax} months: check them, and change packages/server/src/taxes/bundled/rates.ts.`,
  )
  process.exitCode = 1
} else console.log(`All ${bundledTaxRates.length} tax rates were checked within ${monthsMax} months.`)
