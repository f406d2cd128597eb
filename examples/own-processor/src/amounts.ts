import type { Processor } from '@billing-checkout/server/processor'
import type { Request } from './entry.ts'

/** Which amounts this processor charges, in minor units: the third decimal of Kuwaiti dinars is 0, and it charges no less than half a dinar. */
export const amounts = { steps: { KWD: 10 }, minimum: { KWD: 500 } } as const satisfies Partial<Processor>

/** Whether an amount is off the step, so that it cannot be charged or refunded. */
export const isOffStep = ({ amount = 0, currency }: Request): boolean =>
  currency === 'KWD' && amount % amounts.steps.KWD !== 0
