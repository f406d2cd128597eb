import type { Processor, RefundRequest } from '../../processor.ts'

/** What is charged in steps here, as cards charge dinars: the third decimal is 0, and no amount is less than a dinar. */
const steppedCurrency = 'LYD'

/** What the sandbox asks of amounts, by currency, in minor units. */
export const sandboxAmounts = {
  steps: { [steppedCurrency]: 10 },
  minimum: { [steppedCurrency]: 1000 },
} as const satisfies Pick<Processor, 'steps' | 'minimum'>

/** Why the sandbox moves no such amount; null where it does. */
export const refusalOfAmount = ({ amount, currency }: Pick<RefundRequest, 'amount' | 'currency'>): string | null => {
  const step = currency === steppedCurrency ? sandboxAmounts.steps[currency] : 1
  return amount % step === 0 ? null : `Amounts in ${currency} are multiples of ${step}.`
}
