import { z } from 'zod'
import { paymentMethodTypes } from '../vocabulary/card-terms.ts'
import { checkoutPhases, checkoutPurposes, subscriptionStatuses } from '../vocabulary/statuses.ts'
import { clientSession } from './client-session.ts'
import { timestamp } from './fields.ts'
import { payment } from './payment.ts'
import { quote, quoteDisplay } from './quote.ts'

/** A stored method as the widget may see it (decisions 3). */
export const savedMethod = z
  .strictObject({
    id: z.string(),
    type: z.enum(paymentMethodTypes),
    brand: z.string().nullable(),
    last4: z.string().nullable(),
    exp_month: z.int().nullable(),
    exp_year: z.int().nullable(),
    /** What its holder knows an account by: a masked e-mail address, a user name. */
    label: z.string().nullable(),
  })
  .meta({ id: 'SavedMethod' })

/** A stored method as the widget may see it (decisions 3). */
export type SavedMethod = z.infer<typeof savedMethod>

/** Everything the widget needs, in one answer (decisions 3). All money strings are in `locale`. */
export const checkout = z
  .strictObject({
    session: clientSession,
    /** Null once the session is expired or completed. */
    client_token: z.string().nullable(),
    /** Null while the session is incomplete; `missing` then names what it lacks. */
    purpose: z.enum(checkoutPurposes).nullable(),
    missing: z.array(z.string()),
    phase: z.enum(checkoutPhases),
    /** The payment to wait for, or the result, also of one that was declined; null before the first. */
    payment: payment.nullable(),
    /** What the shopper is asked to agree to, or what they have agreed to where a payment is under way or was made. */
    quote: quote.nullable(),
    quote_display: quoteDisplay.nullable(),
    subscription: z
      .strictObject({
        status: z.enum(subscriptionStatuses),
        plan_name: z.string(),
        current_period_end: timestamp,
        method: savedMethod.nullable(),
      })
      .nullable(),
    payment_methods: z.array(savedMethod),
    method_kinds: z.array(z.enum(paymentMethodTypes)),
    /** What would refuse every payment of this session, to be said before a card is typed; null where nothing is known to. */
    refusal: z.strictObject({ code: z.enum(['already_subscribed', 'too_many_attempts']) }).nullable(),
    merchant: z.strictObject({
      name: z.string(),
      terms_url: z.string().nullable(),
      privacy_url: z.string().nullable(),
      support_email: z.string().nullable(),
      cancel_url: z.string().nullable(),
    }),
    /** What this country needs before a payment may be made. */
    consent: z.strictObject({
      country: z.string().nullable(),
      /** An unticked box must be ticked before paying. */
      checkbox_required: z.boolean(),
      /** The button must say that it obliges to pay, and nothing else; the amount stands in the line above it (EU, UK and kin). */
      obligation_button: z.boolean(),
      /** What the shopper is to be asked for because tax depends on it, also once they said it. */
      address_fields: z.array(z.enum(['country', 'state', 'postal_code'])),
      /** Version of the wording rules; goes back with the consent receipt. */
      version: z.string(),
    }),
    /** What the shopper said of their place at this checkout, for tax alone; null while they said nothing. */
    tax_address: z
      .strictObject({
        country: z.string().nullable(),
        state: z.string().nullable(),
        postal_code: z.string().nullable(),
      })
      .nullable(),
    locale: z.string(),
    mode: z.enum(['sandbox', 'live']),
    now: z.strictObject({ wall: timestamp, billing: timestamp }),
  })
  .meta({ id: 'Checkout' })

/** Everything the widget needs, in one answer (decisions 3). */
export type Checkout = z.infer<typeof checkout>
