import type { Processor } from '@billing-checkout/server/processor'
import type { Request } from './entry.ts'

/** The amounts that this processor charges, in minor units: Kuwaiti dinars have a third decimal of 0 and a minimum of half a dinar. */
export const amounts = { steps: { KWD: 10 }, minimum: { KWD: 500 } } as const satisfies Partial<Processor>

/** Whether an amount is not a multiple of the step, so that it cannot be charged or refunded. */
export const isOffStep = ({ amount = 0, currency }: Request): boolean =>
  currency === 'KWD' && amount % amounts.steps.KWD !== 0
