import type { TaxCalculator } from './tax-calculator.ts'

/** Calculates nothing: for an operator whose merchants settle tax elsewhere. No sale is ever taxed. */
export const noTaxes: TaxCalculator = {
  isLocal: true,
  rateAt: () => Promise.resolve({ kind: 'not_collected' }),
}
