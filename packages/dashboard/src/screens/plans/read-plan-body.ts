import type { CreatePlanBody } from '@billing-checkout/client'
import { decimalsOfCurrency } from '@billing-checkout/domain'
import { InputFault } from '../../parts/form-dialog.ts'
import { readTextField, parseWholeNumber } from '../../parts/read-form.ts'
import { amountText, parseAmount } from '../../words/format.ts'
import type { Say } from '../../words/say.ts'

type Pricing = CreatePlanBody['price']
type Currency = Pricing['default']['currency']
type Unit = NonNullable<CreatePlanBody['interval']>

/**
 * Reads a new plan from a form. `rows` are the numbers of the price rows in the form: row 0 is the default price, the others are prices for
 * countries. Throws `InputFault` with a message for the user.
 */
export const readPlanBody = (form: FormData, rows: readonly number[], say: Say): CreatePlanBody => {
  const text = (name: string): string => readTextField(form, name)
  const count = (name: keyof typeof labels, most: number): number =>
    parseWholeNumber(text(name), { field: say(labels[name]), most, say })
  const isRecurring = text('type') === 'recurring'
  const hasTrial = isRecurring && text('trial_interval') !== ''
  const trialPrice =
    hasTrial && rows.some((row) => text(`trial_${row}`) !== '') ? pricingOf(form, rows, 'trial', say) : null
  return {
    name: text('name'),
    type: isRecurring ? 'recurring' : 'one-off',
    ...(isRecurring && {
      interval: text('interval') as Unit,
      interval_count: count('interval_count', 1000),
      ...(text('group') && { group: text('group') }),
    }),
    price: pricingOf(form, rows, 'amount', say),
    ...(hasTrial && {
      trial_interval: text('trial_interval') as Unit,
      trial_interval_count: count('trial_interval_count', 1000),
    }),
    ...(trialPrice && { trial_price: trialPrice }),
    ...((text('quantity_min') || text('quantity_max')) && {
      quantity: { min: count('quantity_min', quantityMost), max: count('quantity_max', quantityMost) },
    }),
    ...(text('tax') && { tax: { collect_tax: text('tax') === 'true' } }),
  }
}

const quantityMost = 100_000

const labels = {
  interval_count: 'plan.every',
  trial_interval_count: 'plan.trialLength',
  quantity_min: 'plan.quantityMin',
  quantity_max: 'plan.quantityMax',
} as const

const pricingOf = (form: FormData, rows: readonly number[], kind: 'amount' | 'trial', say: Say): Pricing => {
  const [first = 0, ...others] = rows
  const price = (row: number) => readMoney(form, { amount: `${kind}_${row}`, currency: `currency_${row}` }, say)
  return {
    default: price(first),
    countries: others.map((row) => ({
      countries: countriesOf(readTextField(form, `countries_${row}`), say),
      price: price(row),
    })),
  }
}

/** Reads an amount and its currency from two fields of a form. An empty amount means 0. */
export const readMoney = (
  form: FormData,
  names: { readonly amount: string; readonly currency: string },
  say: Say,
): { amount: number; currency: Currency } => {
  const currency = readTextField(form, names.currency).toUpperCase()
  if (!isCurrency(currency)) throw new InputFault(say('plan.badCurrency', { currency: currency || '–' }))
  const amount = parseAmount(readTextField(form, names.amount) || '0', currency)
  if (amount === null)
    throw new InputFault(
      say('plan.badAmount', { currency, example: amountText(10 ** decimalsOfCurrency(currency), currency) }),
    )
  return { amount, currency: currency as Currency }
}

const isCurrency = (currency: string): boolean => {
  try {
    decimalsOfCurrency(currency)
    return true
  } catch {
    return false
  }
}

const countriesOf = (typed: string, say: Say): Pricing['countries'][number]['countries'] => {
  const codes = typed
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter(Boolean)
  if (codes.length === 0 || !codes.every((code) => /^[A-Z]{2}$/.test(code)))
    throw new InputFault(say('plan.badCountries'))
  return [...new Set(codes)] as Pricing['countries'][number]['countries']
}
