import type { Discount } from '@billing-checkout/client'
import type { Context } from '../../shell/context.ts'

/** The reduction that a discount gives, such as `20 %` or `€5.00`. */
export const reductionText = (
  { format }: Pick<Context, 'format'>,
  { percent_off: percent, amount_off: off }: Pick<Discount, 'percent_off' | 'amount_off'>,
): string => (off === null ? `${format.count(percent ?? 0)} %` : format.money(off.amount, off.currency))

/** The number of paid periods for which a discount applies, in words. */
export const durationText = (
  { say, format }: Pick<Context, 'say' | 'format'>,
  { duration, periods }: Discount,
): string =>
  duration === 'periods'
    ? say('discount.periodsCount', { count: format.count(periods ?? 0) })
    : say(`discount.${duration}`)
