import type { Processor, RefundRequest } from '../../processor.ts'

/** A currency with which developers try out steps: cards charge Libyan dinars with a third decimal of 0. */
const steppedCurrency = 'LYD'

/**
 * The steps and minimums of the sandbox's amounts, in minor units. The sandbox itself refuses an amount that is no multiple of its step. It
 * need not check the minimum, because the server sends no smaller amount.
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
