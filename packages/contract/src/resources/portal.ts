import { z } from 'zod'
import { intervalUnits } from '../vocabulary/plan-terms.ts'
import { portalFeatures } from '../vocabulary/portal.ts'
import { paymentStatuses, subscriptionStatuses } from '../vocabulary/statuses.ts'
import { taxIdTypes } from '../vocabulary/tax-ids.ts'
import { address } from './address.ts'
import { merchant, savedMethod } from './checkout.ts'
import { portalDiscount } from './discount.ts'
import { idOf, nullableText, timestamp } from './fields.ts'
import { portalSession } from './portal-session.ts'
import { laterCharge, quoteDisplay } from './quote.ts'
import { taxId } from './tax-id.ts'

const shownPlan = z.strictObject({
  id: idOf('price').describe('Identifier of the plan.'),
  name: z.string().describe('Name of the plan.'),
  formatted_amount: z
    .string()
    .describe('What its quantity costs at every interval without tax that is added, written for the locale.'),
  formatted_units: nullableText.describe('How that is made of several units, such as `3 × €10.00`; null for one.'),
  interval: z.enum(intervalUnits).describe('Unit of the interval.'),
  interval_count: z.int().describe('How many units an interval has.'),
})

const scheduledChange = z
  .strictObject({
    plan: shownPlan.describe('The plan that it changes to, at the price that was decided with the change.'),
    date: z.string().describe('When it changes, written for the locale in UTC.'),
    can_undo: z
      .boolean()
      .describe(
        'Whether the customer may take it back: the merchant offers `change_plan`, and the current plan is for sale and of the same group.',
      ),
  })
  .describe('A change of plan that waits for the end of the period.')

const portalSubscription = z
  .strictObject({
    id: idOf('sub').describe('Identifier of the subscription.'),
    status: z.enum(subscriptionStatuses).describe('Status of the subscription.'),
    plan: shownPlan.describe('The plan that it is on, at the price of the subscription.'),
    scheduled_change: scheduledChange
      .nullable()
      .describe('The change of plan that comes at the end of the period; null if there is none.'),
    period_end: z.string().describe('When the current period, or trial, ends, written for the locale in UTC.'),
    end_date: nullableText.describe(
      'The date on which it ends because of the customer’s declaration, if it renews until then; written for the locale, in UTC; otherwise null.',
    ),
    next_charge: laterCharge
      .nullable()
      .describe('The charge to come, line by line; null if none is to come, and while the subscription is past due.'),
    discount: portalDiscount.nullable().describe('Its discount; null if it has none, and where `next_charge` is null.'),
    method: savedMethod.nullable().describe('Payment method that it is charged by; null if it has none.'),
    quantities: z
      .strictObject({
        quantity: z.int().describe('The quantity now.'),
        min: z.int().describe('The smallest quantity of the plan.'),
        max: z.int().describe('The largest quantity of the plan.'),
      })
      .nullable()
      .describe(
        'The quantities of its plan that the customer can change to; null if the merchant does not offer `change_plan`, your `portal_changes` would not charge for more units, the plan is archived or sold in one quantity only, or the status does not allow a change.',
      ),
    alternatives: z
      .array(shownPlan.describe('A plan of the same group that the subscription can change to.'))
      .describe(
        'Plans that it can change to; `[]` if there are none, the merchant does not offer `change_plan`, or its status does not allow a change.',
      ),
  })
  .describe('A subscription of the customer.')

const portalPayment = z
  .strictObject({
    id: idOf('pay').describe('Identifier of the payment.'),
    status: z.enum(paymentStatuses).describe('What became of the payment.'),
    date: z.string().describe('When it was made, written for the locale in UTC.'),
    plan_name: z.string().describe('Name of the plan that it was for.'),
    formatted_amount: z.string().describe('The amount, written for the locale.'),
    formatted_refunded: nullableText.describe('What was refunded of it, written for the locale; null if nothing was.'),
    lines: quoteDisplay.shape.lines.describe('The lines of its receipt, which sum to the amount.'),
    method: savedMethod.nullable().describe('What it was paid with; null if it is not known.'),
  })
  .describe('A payment of the customer.')

/** Everything that the portal shows, in one answer. */
export const portal = z
  .strictObject({
    session: z
      .strictObject({ id: portalSession.shape.id, expires_at: portalSession.shape.expires_at })
      .describe('The session.'),
    client_token: z.string().describe('A new client token, good for 15 minutes and never beyond the session.'),
    customer: z
      .strictObject({
        id: idOf('cus').describe('Identifier of the customer.'),
        full_name: nullableText.describe('Name of the customer; null if it is unknown.'),
        email: nullableText.describe('E-mail address of the customer; null if it is unknown.'),
        locale: nullableText.describe('Language tag of the emails to the customer; null if it is unknown.'),
        address: address.nullable().describe('Address of the customer; null if nothing of it is known.'),
        tax_ids: z.array(taxId).describe('Tax identifiers of the customer; `[]` if there are none.'),
      })
      .describe('Who has signed in.'),
    merchant,
    features: z
      .array(z.enum(portalFeatures))
      .describe('What the merchant offers here. Cancelling, and paying what is owed, is always offered.'),
    subscriptions: z.array(portalSubscription).describe('Subscriptions of the customer, latest first, at most 50.'),
    payment_methods: z.array(savedMethod).describe('Stored methods of the customer, oldest first.'),
    payments: z
      .array(portalPayment)
      .describe(
        'The latest 24 payments that were paid or are under way; `[]` if the merchant does not offer them here.',
      ),
    tax_id_types: z.array(z.enum(taxIdTypes)).describe('Kinds of tax identifiers that a customer can give.'),
    withdrawal_url: nullableText.describe(
      'Where the customer withdraws from a purchase: the merchant’s page, else ours, else `mailto:` the merchant. Also set if no country is known; null if no law that applies gives the right.',
    ),
    return_url: nullableText.describe('Address of the link back to the merchant’s site; null: none.'),
    locale: z.string().describe('Language tag that every text and amount of this answer is written for.'),
    mode: z.enum(['sandbox', 'live']).describe('Whether this is play money or real money.'),
    frame_origin: nullableText.describe(
      'Origin of the document of the card frame; null if it is the billing server’s own.',
    ),
    now: timestamp.describe('The billing clock.'),
  })
  .meta({ id: 'Portal', description: 'Everything that the customer portal shows, in one answer.' })

/** Everything that the portal shows, in one answer. */
export type Portal = z.infer<typeof portal>
