import type { TaxCalculator } from './tax-calculator.ts'

/** Calculates no tax, for an operator whose merchants handle tax elsewhere. No sale is ever taxed. */
export const noTaxes: TaxCalculator = {
  isLocal: true,
  rateAt: () => Promise.resolve({ kind: 'not_collected' }),
}
