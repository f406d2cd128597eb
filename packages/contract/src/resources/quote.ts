import { z } from 'zod'
import { intervalUnits, taxBehaviors, taxKinds } from '../vocabulary/plan-terms.ts'
import { amount, currencyCode, timestamp } from './fields.ts'
import { paymentMoney } from './client-session.ts'

/** What a line of a quote is about; a surcharge is what an earlier plan change left to be charged, what is kept is credit for later. */
export const quoteLineKinds = ['plan', 'trial', 'credit', 'kept', 'surcharge', 'tax', 'verification'] as const

/** One line of a quote; `amount` is negative for credit. */
export const quoteLine = z.strictObject({
  kind: z.enum(quoteLineKinds),
  label: z.string(),
  amount: z.int(),
})

/**
 * What would be charged, now and later (decisions 7, Quote). `hash` covers plan, due now, tax, trial, recurring price,
 * first charge date and currency; a payment that expects another hash is refused with `amount_changed`.
 */
export const quote = z
  .strictObject({
    id: z.string(),
    at: timestamp,
    expires_at: timestamp,
    lines: z.array(quoteLine),
    subtotal: amount,
    tax: z.strictObject({
      amount,
      behavior: z.enum(taxBehaviors).nullable(),
      rate: z.string().nullable(),
      /** What the tax is called where it is collected, so that pages can name it; null where none is collected. */
      kind: z.enum(taxKinds).nullable(),
    }),
    due_now: z.strictObject({ amount, currency: currencyCode }),
    next_charge: z.strictObject({ amount, currency: currencyCode, at: timestamp }).nullable(),
    recurring: z
      .strictObject({ amount, currency: currencyCode, interval: z.enum(intervalUnits), interval_count: z.int() })
      .nullable(),
    hash: z.string(),
  })
  .meta({ id: 'Quote' })

/** What would be charged, now and later (decisions 7, Quote). */
export type Quote = z.infer<typeof quote>

/**
 * What a line of a later charge is about: as a quote's, or the rest of the running period, which a change of plan leaves to be
 * charged at the new plan's price.
 */
export const laterLineKinds = [...quoteLineKinds, 'rest'] as const

const displayLine = <const Kinds extends readonly string[]>(kinds: Kinds) =>
  z.strictObject({ kind: z.enum(kinds), label: z.string(), formatted_amount: z.string() })

/** What is charged at a date, and every interval from then on until the date of the next entry. */
export const laterCharge = z.strictObject({
  amount,
  formatted_amount: z.string(),
  date: z.string(),
  /** Lines that sum to the amount, where it is not the recurring price. */
  lines: z.array(displayLine(laterLineKinds)),
})

/** The quote's amounts written for the shopper's locale; the browser never formats money (decisions 7). */
export const quoteDisplay = z
  .strictObject({
    lines: z.array(displayLine(quoteLineKinds)),
    due_now: paymentMoney,
    due_now_local: z.string().nullable(),
    next_charge: z.strictObject({ formatted_amount: z.string(), date: z.string() }).nullable(),
    /** Every amount to come, in order: the next charge first, the recurring price last. Empty where nothing is charged later. */
    later_charges: z.array(laterCharge),
    recurring: z.strictObject({ formatted_amount: z.string() }).nullable(),
    trial_end: z.string().nullable(),
    tax: z.strictObject({ formatted_amount: z.string(), rate: z.string() }).nullable(),
  })
  .meta({ id: 'QuoteDisplay' })

/** The quote's amounts written for the shopper's locale. */
export type QuoteDisplay = z.infer<typeof quoteDisplay>
