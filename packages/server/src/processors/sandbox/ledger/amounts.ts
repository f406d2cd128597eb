import type { Processor, RefundRequest } from '../../processor.ts'

/** A currency for trying out steps: cards charge dinars with a third decimal of 0. */
const steppedCurrency = 'LYD'

/**
 * The amounts that the sandbox charges, in minor units. It refuses amounts off the step itself; the server sends none below the minimum.
 */
export const sandboxAmounts = {
  steps: { [steppedCurrency]: 10 },
  minimum: { [steppedCurrency]: 1000 },
} as const satisfies Pick<Processor, 'steps' | 'minimum'>

/** Why the sandbox refuses an amount; null if it is a multiple of the step. */
export const refusalOfAmount = ({ amount, currency }: Pick<RefundRequest, 'amount' | 'currency'>): string | null => {
  const step = currency === steppedCurrency ? sandboxAmounts.steps[currency] : 1
  return amount % step === 0 ? null : `Amounts in ${currency} are multiples of ${step}.`
}
