import type { Processor } from '@billing-checkout/server/processor'
import type { Request } from './entry.ts'

/** What this processor asks of amounts: the third decimal of Kuwaiti dinars is 0, and it charges no less than half a dinar. */
export const amounts = { steps: { KWD: 10 }, minimum: { KWD: 500 } } as const satisfies Partial<Processor>

/** Whether it has no such amount. */
export const isOffStep = ({ amount = 0, currency }: Request): boolean =>
  currency === 'KWD' && amount % amounts.steps.KWD !== 0
