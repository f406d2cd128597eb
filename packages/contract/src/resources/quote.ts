import { z } from 'zod'
import { intervalUnits, taxBehaviors, taxKinds } from '../vocabulary/plan-terms.ts'
import { paymentMoney } from './client-session.ts'
import { amount, currencyCode, nullableText, timestamp } from './fields.ts'
import { taxBreakdown } from './tax-breakdown.ts'

/**
 * The kinds of a quote's lines. `surcharge`: a sum that an earlier plan change left to collect. `kept`: credit that stays for later
 * charges. `customer_credit`: credit of the customer, which belongs to no subscription. `rounding`: a part that the processor cannot charge
 * now.
 */
export const quoteLineKinds = [
  'plan',
  'discount',
  'trial',
  'credit',
  'kept',
  'customer_credit',
  'surcharge',
  'rounding',
  'tax',
  'verification',
] as const

const kindsInWords =
  '`plan`: the price. `discount`: what a discount takes off it. `trial`: the trial’s price. `credit`: unused time that lowers what is due. `kept`: the part of that credit that is left for later charges. `customer_credit`: the customer’s own credit that is spent (`balances` of the customer). `surcharge`: what an earlier plan change left to be charged. `rounding`: what cannot be charged now, because the processor takes the currency only in steps; a subscription owes it with its next charge, where the line is positive. `tax`: tax on top. `verification`: a method is checked and nothing charged.'

/** One line of a quote; `amount` is negative for credit and discounts. */
export const quoteLine = z
  .strictObject({
    kind: z.enum(quoteLineKinds).describe(kindsInWords),
    label: z
      .string()
      .describe(
        'Name of the plan that the line is about; of a discount its name; of tax its name if there are several, else its rate, such as `0.19`.',
      ),
    amount: z.int().describe('Minor units; negative if it lowers what is due.'),
    quantity: z
      .int()
      .min(2)
      .optional()
      .describe('How many units of the plan the amount is for; absent: one, or a line that is for none.'),
  })
  .describe('One line of the calculation.')

const quotedTax = z
  .strictObject({
    amount: amount.describe('Tax due now, in minor units; also if it is contained in the price.'),
    behavior: z
      .enum(taxBehaviors)
      .nullable()
      .describe('`exclusive`: added to the price. `inclusive`: contained in it. Null if no tax is collected.'),
    rate: nullableText.describe('Rate as a decimal fraction, `0.19` for 19 %; null if no tax is collected.'),
    kind: z
      .enum(taxKinds)
      .nullable()
      .describe('What the tax is called if it is collected, so that pages can name it; null if none is collected.'),
    breakdown: taxBreakdown.describe('Each tax in it; `[]` if none is collected.'),
  })
  .describe('Tax on the amount due now.')

const dueNow = z
  .strictObject({
    amount: amount.describe('Minor units, tax included; 0 if nothing is charged now.'),
    currency: currencyCode.describe('Currency that is charged.'),
  })
  .describe('What is charged when the shopper pays.')

const nextCharge = z
  .strictObject({
    amount: amount.describe('Minor units, tax included.'),
    currency: currencyCode.describe('Currency that is charged.'),
    at: timestamp.describe('When it falls due.'),
  })
  .describe('The next charge.')

const recurring = z
  .strictObject({
    amount: amount.describe('Minor units, tax included.'),
    currency: currencyCode.describe('Currency that is charged.'),
    interval: z.enum(intervalUnits).describe('Unit of the billing interval.'),
    interval_count: z.int().describe('How many units make one billing interval.'),
  })
  .describe('What every interval costs after that.')

/**
 * The charges of a checkout or plan change, now and later. `hash` covers plan, amount due now, tax, trial, recurring price, currency, and
 * later charges with their dates (UTC). If a payment states another hash, the server rejects it with `amount_changed`.
 */
export const quote = z
  .strictObject({
    id: z.string().describe('Identifier of the quote; empty on the receipt of a session that was never quoted.'),
    at: timestamp.describe('The instant that it was calculated for; unused time is counted from here.'),
    expires_at: timestamp.describe(
      'Until when what is due stays as it is: half an hour, and never past the end of the running period.',
    ),
    lines: z
      .array(quoteLine)
      .describe('The calculation; without the credit that is kept for later, its lines sum to what is due now.'),
    subtotal: amount.describe('What is due now before tax that is added on top, in minor units.'),
    tax: quotedTax,
    due_now: dueNow,
    next_charge: nextCharge.nullable().describe('The next charge; null if none is to come.'),
    recurring: recurring.nullable().describe('What every interval costs after that; null for a one-off plan.'),
    hash: z
      .string()
      .describe(
        'Stands for the terms: plan, quantity, due now, tax, trial, recurring price, later charges with their dates (UTC), and currency. Send it as `expected.quote`; other terms are refused with `amount_changed`.',
      ),
  })
  .meta({ id: 'Quote', description: 'What would be charged, now and later, as it was shown and will be charged.' })

/** The charges of a checkout or plan change, now and later. */
export type Quote = z.infer<typeof quote>

/**
 * The kinds of a later charge's lines: the kinds of a quote's lines, and `rest`, which is the running period's remaining time at the price
 * of the new plan.
 */
const laterLineKinds = [...quoteLineKinds, 'rest'] as const

const displayLine = <const Kinds extends readonly string[]>(kinds: Kinds, inWords: string) =>
  z
    .strictObject({
      kind: z.enum(kinds).describe(inWords),
      label: z
        .string()
        .describe(
          'Name of the plan that the line is about; of a discount its name; of the customer’s credit a word for it in the locale; of tax its rate, behind its name if there are several.',
        ),
      formatted_amount: z.string().describe('The line’s amount, written for the locale.'),
      formatted_units: z
        .string()
        .optional()
        .describe('How the amount is made of several units, such as `3 × €10.00`; absent for one.'),
    })
    .describe('One line of the calculation, written for the locale.')

/** An amount that is charged at a date and then at every interval, until the date of the next entry. */
export const laterCharge = z
  .strictObject({
    amount: amount.describe('Minor units, tax included.'),
    formatted_amount: z.string().describe('The amount, written for the locale.'),
    date: z.string().describe('When it falls due, written for the locale in UTC.'),
    lines: z
      .array(
        displayLine(
          laterLineKinds,
          `${kindsInWords} \`rest\`: the rest of the running period at the price of the plan that is changed to.`,
        ),
      )
      .describe('Lines that sum to the amount, if it is not the recurring price; else `[]`.'),
  })
  .describe('A charge to come, and every interval until the date of the next entry.')

/** The quote's amounts as text for the shopper's locale. The server formats them, because the browser never formats money. */
export const quoteDisplay = z
  .strictObject({
    lines: z.array(displayLine(quoteLineKinds, kindsInWords)).describe('The lines of the quote.'),
    due_now: paymentMoney.describe('What is charged now.'),
    due_now_local: nullableText.describe(
      'About the same in the currency of the shopper’s country; null if that is the one that is charged, and on a receipt.',
    ),
    next_charge: z
      .strictObject({
        formatted_amount: z.string().describe('The amount, written for the locale.'),
        date: z.string().describe('When it falls due, written for the locale in UTC.'),
      })
      .nullable()
      .describe('The next charge; null if none is to come.'),
    later_charges: z
      .array(laterCharge)
      .describe(
        'Every amount to come, in order: the next charge first, the recurring price last. `[]` if nothing is charged later.',
      ),
    recurring: z
      .strictObject({ formatted_amount: z.string().describe('The amount, written for the locale.') })
      .nullable()
      .describe('What every interval costs after that; null for a one-off plan.'),
    trial_end: nullableText.describe(
      'Day on which the trial ends, written for the locale in UTC; null without a trial.',
    ),
    tax: z
      .strictObject({
        formatted_amount: z.string().describe('Tax due now, written for the locale.'),
        rate: z.string().describe('The rate in per cent, written for the locale.'),
        parts: z
          .array(
            z.strictObject({
              label: z.string().describe('Name and rate of one tax, written for the locale.'),
              formatted_amount: z.string().describe('That tax, written for the locale.'),
            }),
          )
          .describe('Each tax if there are several; else `[]`.'),
      })
      .nullable()
      .describe('Tax on the amount due now; null if none is collected.'),
  })
  .meta({ id: 'QuoteDisplay', description: 'The amounts and dates of a quote, written for the shopper’s locale.' })

/** The quote's amounts as text for the shopper's locale. */
export type QuoteDisplay = z.infer<typeof quoteDisplay>
