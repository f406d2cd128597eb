import type { CreateDiscountBody, Discount, UpdateDiscountBody } from '@billing-checkout/client'
import { InputFault } from '../../parts/form-dialog.ts'
import { readTextField, parseWholeNumber } from '../../parts/read-form.ts'
import type { Say } from '../../words/say.ts'
import { readMoney } from '../plans/read-plan-body.ts'

/** Reads a new discount from a form. Throws `InputFault` with a message for the user. */
export const readDiscountBody = (form: FormData, say: Say): CreateDiscountBody => {
  const typed = (name: string): string => readTextField(form, name)
  const { name = '', archived: _, ...limits } = readDiscountUpdate(form, say)
  const duration = typed('duration') as CreateDiscountBody['duration']
  const plans = typed('plans')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  return {
    ...limits,
    name,
    duration,
    ...(typed('off') === 'percent'
      ? { percent_off: percentOf(typed('percent'), say) }
      : { amount_off: readMoney(form, { amount: 'amount', currency: 'currency' }, say) }),
    ...(duration === 'periods' && {
      periods: parseWholeNumber(typed('periods'), { field: say('discount.count'), most: 1200, say }),
    }),
    ...(plans.length > 0 && { plans }),
  }
}

/**
 * Reads the name, code and limits of a discount from a form. An empty field means that there is no code or no limit. If the user did not
 * change a date, its time of day is kept.
 */
export const readDiscountUpdate = (form: FormData, say: Say, before?: Discount): UpdateDiscountBody => {
  const typed = (name: string): string => readTextField(form, name)
  const limit = (name: string, field: string): number | null =>
    typed(name) === '' ? null : parseWholeNumber(typed(name), { field, most: 1_000_000, say })
  return {
    name: typed('name'),
    code: typed('discount_code') || null,
    max_redemptions: limit('max_redemptions', say('discount.max')),
    max_per_customer: limit('max_per_customer', say('discount.maxPerCustomer')),
    starts_at: timeOf(typed('starts_at'), before?.starts_at),
    ends_at: timeOf(typed('ends_at'), before?.ends_at),
  }
}

const percentOf = (typed: string, say: Say): number => {
  const percent = /^\d{1,3}([.,]\d{1,2})?$/.test(typed) ? Number(typed.replace(',', '.')) : 0
  if (percent < 0.01 || percent > 100) throw new InputFault(say('discount.badPercent'))
  return percent
}

const timeOf = (day: string, before: string | null | undefined): string | null =>
  day === '' ? null : before?.slice(0, 10) === day ? before : `${day}T00:00:00Z`
