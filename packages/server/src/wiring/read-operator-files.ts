import { bundledBins } from '../bins/bundled-bins.ts'
import { csvBins } from '../bins/csv-bins.ts'
import type { Config } from '../config/config.ts'
import { StartProblem } from '../config/start-problem.ts'
import { fileRates } from '../exchange/file-rates.ts'
import { bundledTaxes } from '../taxes/bundled/bundled-taxes.ts'
import { taxesFromFile } from '../taxes/taxes-from-file.ts'
import { noTaxes } from '../taxes/no-taxes.ts'
import type { TaxCalculator } from '../taxes/tax-calculator.ts'
import type { BillingDependencies } from './create-billing.ts'

/**
 * Reads the operator's own exchange rates, card ranges and tax rates, if the settings name files for them. The result always
 * has a tax calculator. Throws a StartProblem that lists the issues of all files.
 */
export const readOperatorFiles = async (config: Config): Promise<Partial<BillingDependencies>> => {
  const { ratesFile, binsFile } = config
  const [rates, bins, taxes] = await Promise.allSettled([
    ratesFile === null ? undefined : fileRates(ratesFile),
    binsFile === null ? undefined : csvBins(binsFile, bundledBins),
    openTaxes(config),
  ])
  const issues = [rates, bins, taxes].flatMap((table) =>
    table.status === 'rejected' ? [(table.reason as Error).message] : [],
  )
  if (issues.length > 0) throw new StartProblem(issues.join('\n'))
  return {
    ...(rates.status === 'fulfilled' && rates.value && { rates: rates.value }),
    ...(bins.status === 'fulfilled' && bins.value && { bins: bins.value }),
    ...(taxes.status === 'fulfilled' && { taxes: taxes.value }),
  }
}

const openTaxes = async ({ mode, taxes, taxesFile }: Config): Promise<TaxCalculator> => {
  const others = taxes === 'none' ? noTaxes : bundledTaxes(mode)
  return taxesFile === null ? others : taxesFromFile(taxesFile, others)
}
