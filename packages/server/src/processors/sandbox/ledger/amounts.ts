import type { Processor, RefundRequest } from '../../processor.ts'

/** A currency in steps to try, as cards charge dinars: the third decimal is 0. */
const steppedCurrency = 'LYD'

/** Which amounts the sandbox charges, in minor units. It refuses those off the step itself; the server sends it none below the minimum. */
export const sandboxAmounts = {
  steps: { [steppedCurrency]: 10 },
  minimum: { [steppedCurrency]: 1000 },
} as const satisfies Pick<Processor, 'steps' | 'minimum'>

/** Why the sandbox refuses an amount; null for one on the step. */
export const refusalOfAmount = ({ amount, currency }: Pick<RefundRequest, 'amount' | 'currency'>): string | null => {
  const step = currency === steppedCurrency ? sandboxAmounts.steps[currency] : 1
  return amount % step === 0 ? null : `Amounts in ${currency} are multiples of ${step}.`
}
