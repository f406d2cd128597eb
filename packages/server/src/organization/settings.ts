import {
  amountMax,
  countryCodes,
  currencyCodes,
  digitalSupplies,
  disputeActions,
  localeInput,
  optionalEmailKinds,
  paymentMethodTypes,
  portalFeatures,
  prorationBillingModes,
  taxBehaviors,
} from '@billing-checkout/contract'
import { regionCodeOf } from '@billing-checkout/domain'
import { z } from 'zod'
import { isOrigin } from '../reading/is-origin.ts'
import { logoFilePattern, logoSideMax } from './logo-rules.ts'
import { retention } from './retention.ts'
import { riskRules } from './risk-rules.ts'

const origin = z.string().refine(isOrigin, 'must be an origin such as https://shop.example, without a path')
const link = z.url({ protocol: /^https?$/ }).nullable()

const lineOfText = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}]*$/u, 'must be one line of text')

const taxRegistration = z.strictObject({
  country: z.enum(countryCodes),
  /** A state or province by its code; null: the whole country. */
  region: z
    .string()
    .regex(/^[A-Z0-9]{1,3}$/, 'must be a code of up to three capital letters or digits, such as CA')
    .nullable()
    .default(null),
  /** Whether tax is added to the organization's prices in this place, or included in them. */
  behavior: z.enum(taxBehaviors),
})

const route = z.strictObject({
  /** The id of the connection. */
  connection: z.string().min(1).max(255),
  /** The kinds of payment method; absent: all. */
  kinds: z.array(z.enum(paymentMethodTypes)).min(1).optional(),
  currencies: z.array(z.enum(currencyCodes)).min(1).optional(),
  countries: z.array(z.enum(countryCodes)).min(1).optional(),
})

/**
 * The validated settings of an organization. Settings without a stored default have the value of {@link defaultSettings} until they are set.
 */
export const organizationSettings = z.strictObject({
  /** Shown to shoppers as the seller. */
  display_name: z.string().min(1).max(200).nullable().default(null),
  terms_url: link.default(null),
  privacy_url: link.default(null),
  support_email: z.email().nullable().default(null),
  cancel_url: link.default(null),
  /** Where a buyer withdraws from the contract: the withdrawal function that European Union law requires since June 2026. */
  withdrawal_url: link.optional(),
  /** What is supplied before the withdrawal period ends; the shopper requests this supply with a separate checkbox. */
  digital_supply: z.enum(digitalSupplies).optional(),
  /** Whether a withdrawal is refunded at once, or held for review until the 13th day. */
  withdrawals: z.enum(['refund', 'review']).optional(),
  /** Origins whose pages may embed the checkout; null: any loopback origin in sandbox, none in live mode. */
  allowed_origins: z.array(origin).max(100).nullable().default(null),
  /**
   * Days since the first decline. The first entry, 0, is that decline itself. On each later day of the list, the server retries the
   * renewal. The length of the list is `max_attempts_count`.
   */
  dunning_days: z
    .array(z.int().min(0).max(90))
    .min(1)
    .max(20)
    .refine(
      (days) => days.every((day, index) => index === 0 || day > (days[index - 1] ?? -1)),
      'must rise from day to day',
    )
    .refine((days) => (days[0] ?? 0) === 0, 'must begin with 0, the day of the first decline, which is no retry')
    .default([0, 1, 3, 7, 14, 21, 30]),
  /** Whether the server sends emails to customers, hands them to the merchant as events, or neither; absent: off. */
  emails: z.enum(['send', 'events', 'off']).optional(),
  /** Whether each kind of email is sent; absent: it is. Only the kinds in `optionalEmailKinds` can be switched off. */
  email_kinds: z.partialRecord(z.enum(optionalEmailKinds), z.boolean()).optional(),
  /** Days before a charge on which notices are sent, limited to the periods that the law allows. */
  notice_days: z
    .strictObject({
      trial_ending: z.int().min(1).max(90).optional(),
      renewal_notice: z.int().min(1).max(90).optional(),
      price_change: z.int().min(1).max(90).optional(),
    })
    .optional(),
  /**
   * Whether a charge is made even if its notice was not sent in time. If not, the charge is postponed by up to a week while `emails` is
   * `send`.
   */
  charge_without_notice: z.boolean().optional(),
  /** The sender's name in emails; absent: `display_name`. */
  email_from_name: lineOfText(100).nullable().optional(),
  /** Where replies to emails go; absent: `support_email`. */
  email_reply_to: z.email().nullable().optional(),
  /** The seller's full legal details, which the law requires below an email. */
  legal_name: lineOfText(200).nullable().optional(),
  legal_address: z.string().trim().min(1).max(500).nullable().optional(),
  /** The background color of the seller's name in emails, and the main color of hosted pages. */
  brand_color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #0b57d0')
    .nullable()
    .optional(),
  /** File name and size of the image in the header of hosted pages. An upload sets it and stores the file; otherwise it can only be set to null. */
  logo: z
    .strictObject({
      file: z.string().regex(logoFilePattern),
      width: z.int().min(1).max(logoSideMax),
      height: z.int().min(1).max(logoSideMax),
    })
    .nullable()
    .optional(),
  /** The language of emails to customers whose language is unknown. */
  locale: localeInput.nullable().optional(),
  /**
   * What happens when a trial ends or the first charge above zero is due, if the subscription has never had a payment method. Either it is
   * cancelled, or it is past due until its customer adds a method or the days of `dunning_days` have passed.
   */
  trial_end_without_method: z.enum(['cancel', 'past_due']).optional(),
  /** How a change of plan in the customer portal is billed. */
  portal_changes: z.enum(prorationBillingModes).optional(),
  /** What the customer portal offers; absent: everything. Cancelling, and paying what is owed, is always offered. */
  portal_features: z.array(z.enum(portalFeatures)).optional(),
  /** How display prices are rounded. */
  price_rounding: z.enum(['charm', 'whole', 'none']).default('charm'),
  /** Whether a customer may have several subscriptions to the same plan at once. */
  several_subscriptions: z.boolean().default(false),
  /** When a payment requests 3-D Secure from the shopper's bank: always, when it stores the method, or never. */
  three_d_secure: z.enum(['always', 'storing', 'never']).default('storing'),
  /** Where the organization collects tax. A region's entry overrides its country's. */
  tax_registrations: z
    .array(taxRegistration)
    .max(500)
    .refine(
      (all) => new Set(all.map(({ country, region }) => `${country}-${region}`)).size === all.length,
      'must name every country or region once',
    )
    .default([]),
  /** Whether tax is collected on plans whose own `collect_tax` is null. */
  collect_tax: z.boolean().default(true),
  /** What happens to a sale on which tax is due but cannot be calculated. */
  tax_failure: z.enum(['refuse', 'sell_without_tax']).default('refuse'),
  /** The kinds of payment method that the checkout offers; null: all that the processor supports. */
  payment_method_kinds: z.array(z.enum(paymentMethodTypes)).min(1).nullable().default(null),
  /** The largest number of declines that one network address may have in an hour. */
  declines_per_address: z.int().min(1).max(100_000).optional(),
  /** If the refunds of a payment sum to more than this many US cents, a dashboard user must authenticate again; null: never. */
  confirm_refunds_above: z.int().min(0).max(amountMax).nullable().optional(),
  /** What happens to the subscription of a disputed payment once a response is needed; absent: it ends with its period. */
  on_dispute: z.enum(disputeActions).optional(),
  /** Which connection charges new methods: the first matching route; empty or absent: the server's own processor. */
  routing: z.array(route).max(100).optional(),
  /** After how many days the server deletes data that is no longer needed. */
  retention: retention.optional(),
  /** Rules that block a payment before it is sent to any bank. */
  rules: riskRules,
  /** The statement descriptor, unless a session names another. */
  statement_descriptor: z
    .string()
    .regex(/^(?=.*[A-Za-z])[A-Za-z0-9 .,*&/+-]{5,22}$/, 'must be 5 to 22 letters, digits, spaces or . , * & / + -')
    .nullable()
    .default(null),
})

/**
 * The settings with the rules that concern several settings at once. These rules are checked when settings are changed; settings that are
 * read from the database are only checked one by one.
 */
export const consistentSettings = organizationSettings
  .refine(
    ({ digital_supply: supply = 'none', withdrawal_url: page, support_email: email }) =>
      supply === 'none' || Boolean(page ?? email),
    { path: ['digital_supply'], error: 'needs withdrawal_url or support_email, where buyers withdraw' },
  )
  .refine(
    ({ tax_registrations: all }) =>
      all.every(({ country, region }) => region === null || regionCodeOf(country, region) !== null),
    { path: ['tax_registrations'], error: 'must name regions by their ISO 3166-2 codes, such as CA of US' },
  )

/** An organization's settings. */
export type OrganizationSettings = z.infer<typeof organizationSettings>
