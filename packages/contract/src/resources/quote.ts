import { z } from 'zod'
import { intervalUnits, taxBehaviors } from '../vocabulary/plan-terms.ts'
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
    tax: z.strictObject({ amount, behavior: z.enum(taxBehaviors).nullable(), rate: z.string().nullable() }),
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

/** The quote's amounts written for the shopper's locale; the browser never formats money (decisions 7). */
export const quoteDisplay = z
  .strictObject({
    lines: z.array(z.strictObject({ kind: z.enum(quoteLineKinds), label: z.string(), formatted_amount: z.string() })),
    due_now: paymentMoney,
    due_now_local: z.string().nullable(),
    next_charge: z.strictObject({ formatted_amount: z.string(), date: z.string() }).nullable(),
    recurring: z.strictObject({ formatted_amount: z.string() }).nullable(),
    trial_end: z.string().nullable(),
    tax: z.strictObject({ formatted_amount: z.string(), rate: z.string() }).nullable(),
  })
  .meta({ id: 'QuoteDisplay' })

/** The quote's amounts written for the shopper's locale. */
export type QuoteDisplay = z.infer<typeof quoteDisplay>
