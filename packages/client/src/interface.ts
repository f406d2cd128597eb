// Written by packages/client/build/write-interface.ts from the contract. Do not change it by hand.

import type { RequestOptions, WriteOptions } from './request-options.ts'

/** A country as ISO 3166-1 names it with two letters. */
export type CountryCode =
  | 'AD'
  | 'AE'
  | 'AF'
  | 'AG'
  | 'AI'
  | 'AL'
  | 'AM'
  | 'AO'
  | 'AQ'
  | 'AR'
  | 'AS'
  | 'AT'
  | 'AU'
  | 'AW'
  | 'AX'
  | 'AZ'
  | 'BA'
  | 'BB'
  | 'BD'
  | 'BE'
  | 'BF'
  | 'BG'
  | 'BH'
  | 'BI'
  | 'BJ'
  | 'BL'
  | 'BM'
  | 'BN'
  | 'BO'
  | 'BQ'
  | 'BR'
  | 'BS'
  | 'BT'
  | 'BV'
  | 'BW'
  | 'BY'
  | 'BZ'
  | 'CA'
  | 'CC'
  | 'CD'
  | 'CF'
  | 'CG'
  | 'CH'
  | 'CI'
  | 'CK'
  | 'CL'
  | 'CM'
  | 'CN'
  | 'CO'
  | 'CR'
  | 'CU'
  | 'CV'
  | 'CW'
  | 'CX'
  | 'CY'
  | 'CZ'
  | 'DE'
  | 'DJ'
  | 'DK'
  | 'DM'
  | 'DO'
  | 'DZ'
  | 'EC'
  | 'EE'
  | 'EG'
  | 'EH'
  | 'ER'
  | 'ES'
  | 'ET'
  | 'FI'
  | 'FJ'
  | 'FK'
  | 'FM'
  | 'FO'
  | 'FR'
  | 'GA'
  | 'GB'
  | 'GD'
  | 'GE'
  | 'GF'
  | 'GG'
  | 'GH'
  | 'GI'
  | 'GL'
  | 'GM'
  | 'GN'
  | 'GP'
  | 'GQ'
  | 'GR'
  | 'GS'
  | 'GT'
  | 'GU'
  | 'GW'
  | 'GY'
  | 'HK'
  | 'HM'
  | 'HN'
  | 'HR'
  | 'HT'
  | 'HU'
  | 'ID'
  | 'IE'
  | 'IL'
  | 'IM'
  | 'IN'
  | 'IO'
  | 'IQ'
  | 'IR'
  | 'IS'
  | 'IT'
  | 'JE'
  | 'JM'
  | 'JO'
  | 'JP'
  | 'KE'
  | 'KG'
  | 'KH'
  | 'KI'
  | 'KM'
  | 'KN'
  | 'KP'
  | 'KR'
  | 'KW'
  | 'KY'
  | 'KZ'
  | 'LA'
  | 'LB'
  | 'LC'
  | 'LI'
  | 'LK'
  | 'LR'
  | 'LS'
  | 'LT'
  | 'LU'
  | 'LV'
  | 'LY'
  | 'MA'
  | 'MC'
  | 'MD'
  | 'ME'
  | 'MF'
  | 'MG'
  | 'MH'
  | 'MK'
  | 'ML'
  | 'MM'
  | 'MN'
  | 'MO'
  | 'MP'
  | 'MQ'
  | 'MR'
  | 'MS'
  | 'MT'
  | 'MU'
  | 'MV'
  | 'MW'
  | 'MX'
  | 'MY'
  | 'MZ'
  | 'NA'
  | 'NC'
  | 'NE'
  | 'NF'
  | 'NG'
  | 'NI'
  | 'NL'
  | 'NO'
  | 'NP'
  | 'NR'
  | 'NU'
  | 'NZ'
  | 'OM'
  | 'PA'
  | 'PE'
  | 'PF'
  | 'PG'
  | 'PH'
  | 'PK'
  | 'PL'
  | 'PM'
  | 'PN'
  | 'PR'
  | 'PS'
  | 'PT'
  | 'PW'
  | 'PY'
  | 'QA'
  | 'RE'
  | 'RO'
  | 'RS'
  | 'RU'
  | 'RW'
  | 'SA'
  | 'SB'
  | 'SC'
  | 'SD'
  | 'SE'
  | 'SG'
  | 'SH'
  | 'SI'
  | 'SJ'
  | 'SK'
  | 'SL'
  | 'SM'
  | 'SN'
  | 'SO'
  | 'SR'
  | 'SS'
  | 'ST'
  | 'SV'
  | 'SX'
  | 'SY'
  | 'SZ'
  | 'TC'
  | 'TD'
  | 'TF'
  | 'TG'
  | 'TH'
  | 'TJ'
  | 'TK'
  | 'TL'
  | 'TM'
  | 'TN'
  | 'TO'
  | 'TR'
  | 'TT'
  | 'TV'
  | 'TW'
  | 'TZ'
  | 'UA'
  | 'UG'
  | 'UM'
  | 'US'
  | 'UY'
  | 'UZ'
  | 'VA'
  | 'VC'
  | 'VE'
  | 'VG'
  | 'VI'
  | 'VN'
  | 'VU'
  | 'WF'
  | 'WS'
  | 'XK'
  | 'YE'
  | 'YT'
  | 'ZA'
  | 'ZM'
  | 'ZW'

/** A currency that a payment may be in, as ISO 4217 names it. */
export type CurrencyCode =
  | 'AED'
  | 'AFN'
  | 'ALL'
  | 'AMD'
  | 'AOA'
  | 'ARS'
  | 'AUD'
  | 'AWG'
  | 'AZN'
  | 'BAM'
  | 'BBD'
  | 'BDT'
  | 'BGN'
  | 'BHD'
  | 'BIF'
  | 'BMD'
  | 'BND'
  | 'BOB'
  | 'BRL'
  | 'BSD'
  | 'BTN'
  | 'BWP'
  | 'BYN'
  | 'BZD'
  | 'BOV'
  | 'CAD'
  | 'CDF'
  | 'CHF'
  | 'CLP'
  | 'CNY'
  | 'COP'
  | 'CRC'
  | 'CUC'
  | 'CUP'
  | 'CVE'
  | 'CZK'
  | 'COU'
  | 'CHE'
  | 'CHW'
  | 'DJF'
  | 'DKK'
  | 'DOP'
  | 'DZD'
  | 'EGP'
  | 'ERN'
  | 'ETB'
  | 'EUR'
  | 'FJD'
  | 'FKP'
  | 'GBP'
  | 'GEL'
  | 'GHS'
  | 'GIP'
  | 'GMD'
  | 'GNF'
  | 'GTQ'
  | 'GYD'
  | 'HKD'
  | 'HNL'
  | 'HTG'
  | 'HUF'
  | 'IDR'
  | 'ILS'
  | 'IMP'
  | 'INR'
  | 'IQD'
  | 'IRR'
  | 'ISK'
  | 'JEP'
  | 'JMD'
  | 'JOD'
  | 'JPY'
  | 'KES'
  | 'KGS'
  | 'KHR'
  | 'KMF'
  | 'KPW'
  | 'KRW'
  | 'KWD'
  | 'KYD'
  | 'KZT'
  | 'LAK'
  | 'LBP'
  | 'LKR'
  | 'LRD'
  | 'LSL'
  | 'LYD'
  | 'MAD'
  | 'MDL'
  | 'MGA'
  | 'MKD'
  | 'MMK'
  | 'MNT'
  | 'MOP'
  | 'MRU'
  | 'MUR'
  | 'MVR'
  | 'MWK'
  | 'MXN'
  | 'MYR'
  | 'MZN'
  | 'MXV'
  | 'NAD'
  | 'NGN'
  | 'NIO'
  | 'NOK'
  | 'NPR'
  | 'NZD'
  | 'OMR'
  | 'PAB'
  | 'PEN'
  | 'PGK'
  | 'PHP'
  | 'PKR'
  | 'PLN'
  | 'PYG'
  | 'QAR'
  | 'RON'
  | 'RSD'
  | 'RUB'
  | 'RWF'
  | 'SAR'
  | 'SBD'
  | 'SCR'
  | 'SDG'
  | 'SEK'
  | 'SGD'
  | 'SHP'
  | 'SLE'
  | 'SOS'
  | 'SRD'
  | 'SSP'
  | 'STD'
  | 'STN'
  | 'SVC'
  | 'SYP'
  | 'SZL'
  | 'THB'
  | 'TJS'
  | 'TMT'
  | 'TND'
  | 'TOP'
  | 'TRY'
  | 'TTD'
  | 'TWD'
  | 'TZS'
  | 'UGX'
  | 'USD'
  | 'VES'
  | 'VND'
  | 'VUV'
  | 'XAF'
  | 'XCD'
  | 'XCG'
  | 'XOF'
  | 'XPF'
  | 'YER'

/** A status of a subscription. */
export type SubscriptionStatus = 'trial' | 'active' | 'past_due' | 'cancelled' | 'scheduled_for_cancellation'

/** A status of a payment. */
export type PaymentStatus =
  | 'PENDING'
  | 'FAILED'
  | 'AUTHORIZED'
  | 'SETTLING'
  | 'SETTLED'
  | 'DECLINED'
  | 'BLOCKED'
  | 'CANCELLED'

/** Who initiated a payment: `MIT` the merchant, `CIT` the customer. */
export type PaymentType = 'MIT' | 'CIT'

/** What stood for the card towards the processor. */
export type PaymentTokenType = 'CARD_PAN' | 'NETWORK_TOKEN' | 'PROCESSOR_TOKEN'

/** A kind of payment method. */
export type PaymentMethodType = 'CARD' | 'PAYPAL' | 'VENMO' | 'CASHAPP' | 'APPLE_PAY' | 'GOOGLE_PAY'

/** A kind of payment method that is an account. */
export type AccountType = 'PAYPAL' | 'VENMO' | 'CASHAPP'

/** A kind of payment method that is a wallet of a device. */
export type DeviceWalletType = 'APPLE_PAY' | 'GOOGLE_PAY'

/** A status of a refund. */
export type RefundStatus = 'pending' | 'succeeded' | 'failed'

/** A phase of a checkout. */
export type CheckoutPhase = 'open' | 'processing' | 'completed' | 'expired'

/** What a client session is for. */
export type CheckoutPurpose = 'pay' | 'subscribe' | 'change_plan' | 'recover' | 'resume' | 'update_method'

/** Whether a plan is charged once or at every interval. */
export type PlanType = 'recurring' | 'one-off'

/** A unit of a billing interval. */
export type IntervalUnit = 'days' | 'months' | 'years'

/** How a change of plan is billed. */
export type ProrationBillingMode =
  | 'prorated_immediately'
  | 'full_immediately'
  | 'do_not_bill'
  | 'full_next_billing_period'
  | 'prorated_next_billing_period'
  | 'at_period_end'

/** What is supplied before the time for withdrawal is over. */
export type DigitalSupply = 'none' | 'service' | 'content'

/** Why a payer objects to a payment. */
export type DisputeReason =
  | 'fraudulent'
  | 'unrecognized'
  | 'duplicate'
  | 'credit_not_processed'
  | 'product_not_received'
  | 'product_unacceptable'
  | 'subscription_cancelled'
  | 'other'

/** A status of a dispute. */
export type DisputeStatus = 'inquiry' | 'inquiry_closed' | 'needs_response' | 'under_review' | 'won' | 'lost'

/** Why a payment was declined. */
export type DeclineCode =
  | 'insufficient_funds'
  | 'do_not_honor'
  | 'card_declined'
  | 'withdrawal_limit_exceeded'
  | 'issuer_unavailable'
  | 'expired_card'
  | 'invalid_card_number'
  | 'incorrect_cvc'
  | 'card_lost_or_stolen'
  | 'suspected_fraud'
  | 'authentication_required'
  | 'authentication_failed'
  | 'authentication_abandoned'
  | 'processing_error'
  | 'blocked_by_rule'

/** Whether trying again may help. */
export type AdviceCode = 'try_again_later' | 'do_not_try_again'

/** A type of event. */
export type EventType =
  | 'payment.created'
  | 'payment.updated'
  | 'payment.outcome_differs'
  | 'payment.outcome_unknown'
  | 'payment.obligation_overdue'
  | 'payment.fraud_warning'
  | 'refund.created'
  | 'refund.updated'
  | 'refund.failed'
  | 'dispute.created'
  | 'dispute.updated'
  | 'dispute.closed'
  | 'subscription.created'
  | 'subscription.updated'
  | 'subscription.past_due'
  | 'subscription.cancelled'
  | 'subscription.trial_ending'
  | 'subscription.renewal_upcoming'
  | 'subscription.address_required'
  | 'subscription.period_skipped'
  | 'subscription.change_scheduled'
  | 'subscription.change_refused'
  | 'subscription.payment_method_missing'
  | 'customer.created'
  | 'customer.updated'
  | 'payment_method.attached'
  | 'payment_method.detached'
  | 'payment_method.expiring'
  | 'discount.created'
  | 'discount.updated'
  | 'declaration.received'
  | 'payment_link.paused'
  | 'email.sent'
  | 'email.failed'
  | 'email.ready'
  | 'webhook_endpoint.failing'
  | 'webhook_endpoint.test'
  | 'connection.changed'
  | 'connection.paused'
  | 'books.difference'

/** A code of an error. Codes are permanent. */
export type ProblemCode =
  | 'invalid_parameter'
  | 'unknown_parameter'
  | 'invalid_json'
  | 'unsupported_api_version'
  | 'amount_below_minimum'
  | 'amount_not_representable'
  | 'payment_method_required'
  | 'card_token_invalid'
  | 'plan_archived'
  | 'discount_invalid'
  | 'address_required'
  | 'missing_credentials'
  | 'invalid_credentials'
  | 'expired_credentials'
  | 'insufficient_permission'
  | 'reauthentication_required'
  | 'origin_not_allowed'
  | 'not_found'
  | 'method_not_allowed'
  | 'session_completed'
  | 'payment_in_progress'
  | 'customer_in_use'
  | 'amount_changed'
  | 'connection_changed'
  | 'already_subscribed'
  | 'subscription_not_changeable'
  | 'currency_mismatch'
  | 'external_id_taken'
  | 'last_admin'
  | 'last_sign_in_method'
  | 'limit_reached'
  | 'email_not_resendable'
  | 'refund_exceeds_captured'
  | 'payment_not_refundable'
  | 'idempotency_in_progress'
  | 'session_expired'
  | 'cursor_expired'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'idempotency_key_reused'
  | 'rate_limited'
  | 'too_many_attempts'
  | 'internal'
  | 'unavailable'

/** A page of a list. */
export interface List<Item> {
  /** The items of this page; `[]` past the end. */
  readonly data: Item[]
  /** Which page this is, and of how many. */
  readonly meta: {
    readonly limit: number
    readonly page: number
    readonly pages: number
    readonly total: number
    /** The snapshot that this page shows; send it along to page through the same one. */
    readonly snapshot_at: string
  }
}

/**
 * One plan that a customer may use now, until when, and why.
 */
export type Access = {
  /**
   * The plan that the customer may use.
   */
  plan: {
    /**
     * Identifier of the plan.
     */
    id: string
    /**
     * Name of the plan.
     */
    name: string
    /**
     * The product that the plan is an alternative of; null without one.
     */
    group: string | null
  }
  /**
   * The status of the subscription that gives access; `purchased`: a one-off purchase that was paid, and of which some money is left after refunds and disputes. A `past_due` subscription gives access while its charge is tried again.
   */
  reason: 'trial' | 'active' | 'past_due' | 'scheduled_for_cancellation' | 'purchased'
  /**
   * Access lasts at least until then unless the subscription is cancelled at once; ask again afterwards. `trial`, `active`, `scheduled_for_cancellation`: the end of the period. `past_due`: the next try. Null: no end is planned.
   */
  until: string | null
  /**
   * The subscription that gives access; null for a purchase.
   */
  subscription_id: string | null
  /**
   * The latest payment of a purchase; null for a subscription.
   */
  payment_id: string | null
}

/**
 * Everything that a customer may use now; `[]` if there is nothing.
 */
export type AccessList = {
  /**
   * One entry for each subscription and each purchased plan.
   */
  data: Access[]
}

/**
 * An address. Each part is null if it is unknown.
 */
export type Address = {
  /**
   * City or town.
   */
  city: string | null
  /**
   * Country: two letters of ISO 3166-1 in upper case, such as `DE`.
   */
  country: string | null
  /**
   * Street and number.
   */
  line1: string | null
  /**
   * Flat, floor, company and the like.
   */
  line2: string | null
  /**
   * Postal code as it is written in that country.
   */
  postal_code: string | null
  /**
   * State, province or region, as it was given: a code such as `CA` where tax depends on it.
   */
  state: string | null
}

/**
 * One write, and who did it. What an erased customer had in it is null.
 */
export type AuditRecord = {
  /**
   * Identifier of the record; that of the event where the write made one.
   */
  id: string
  /**
   * Id of the API key or of the user, `shopper`, `system`, or the name of the operator at the command line.
   */
  who: string
  /**
   * Name of the operation, command or job.
   */
  what: string
  /**
   * Identifier of the object that was written.
   */
  object: string | null
  /**
   * Type of the event that the write made; null if it made none.
   */
  event_type: string | null
  /**
   * What was changed, as it was; null for what is new, and where the record is an event of a payment or a renewal.
   */
  before: unknown
  /**
   * What it became; of an event, its object.
   */
  after: unknown
  /**
   * Why, in the words of the operator.
   */
  why: string | null
  /**
   * Network address that the request came from.
   */
  address: string | null
  /**
   * Identifier of the request.
   */
  request_id: string | null
  /**
   * When it was written, by the billing clock.
   */
  created_at: string
  /**
   * When it was written, by the wall clock.
   */
  recorded_at: string
}

/**
 * What is known about a card by its first digits.
 */
export type BinData = {
  /**
   * Network in lower case, such as `visa`, `mastercard`, `american-express`; null if it is unknown.
   */
  brand: string | null
  /**
   * Two-letter country of the issuing bank; null if it is unknown.
   */
  country: string | null
  /**
   * Currency the card is billed in; null if it is unknown.
   */
  currency_code: string | null
  /**
   * Name of the card product; null if it is unknown.
   */
  description: string | null
  /**
   * `credit`, `debit`, `prepaid` or `unknown`.
   */
  funding: string | null
  /**
   * Name of the issuing bank; null if it is unknown.
   */
  issuer: string | null
  /**
   * Whom the card was issued to: `consumer`, `commercial` or `unknown`.
   */
  type: string | null
}

/**
 * Money that a processor moved and the books do not have, or the other way round: found by a query to the processor, or by the comparison of a day with the processor’s own count.
 */
export type BooksDifference = {
  /**
   * The connection whose processor moved it.
   */
  connection: string
  /**
   * The reference that the processor knows it by.
   */
  reference: string | null
  /**
   * The processor’s own id of it.
   */
  transaction_id: string | null
  /**
   * What was moved; `charge`, `refund_failed` and `dispute` only if a day was compared.
   */
  kind: 'authorize' | 'capture' | 'refund' | 'charge' | 'refund_failed' | 'dispute'
  /**
   * Minor units; if a day was compared, what the processor has beyond the books, below zero if it has less.
   */
  amount: number
  /**
   * Currency of the amount.
   */
  currency: CurrencyCode
  /**
   * When it was moved, by the processor’s clock.
   */
  at: string
  /**
   * An id of ours for what the money was for; null if it is not known.
   */
  subject: string | null
  /**
   * Identifier of the difference; only if a day was compared.
   */
  id?: string | undefined
  /**
   * The day that was compared with the processor’s own count, as YYYY-MM-DD.
   */
  day?: string | undefined
  /**
   * How the two differ; only if a day was compared.
   */
  difference?: 'missing_here' | 'missing_there' | 'amount' | 'state' | undefined
  /**
   * The difference in a sentence; only if a day was compared.
   */
  message?: string | undefined
}

/**
 * Why and by what a subscription was cancelled. A cancellation that ends it sooner than scheduled replaces `source` and `received_at`, and the reason and comment if it gives them.
 */
export type Cancellation = {
  /**
   * As the request said; null if it said none, and always for a client token of the portal.
   */
  reason:
    | 'too_expensive'
    | 'unused'
    | 'missing_features'
    | 'low_quality'
    | 'too_complex'
    | 'switched_service'
    | 'customer_service'
    | 'other'
    | null
  /**
   * What the customer wrote in the portal, or the request passed on; null if nothing, after an erasure, and always for a client token. What a consumer declared is in the declaration.
   */
  comment: string | null
  /**
   * `merchant`: a request by API key, dashboard or command line. `portal`: the customer, signed in. `declaration`: a consumer’s cancellation or withdrawal. `unpaid`: a charge that was declined or blocked by a rule, or for which there was no payment method. `dispute`: the setting `on_dispute`. `erasure`: the erasure of the customer.
   */
  source: 'merchant' | 'portal' | 'declaration' | 'unpaid' | 'dispute' | 'erasure'
  /**
   * When the server received that request or made that decision, by the billing clock.
   */
  received_at: string
  /**
   * When the subscription ends, by the billing clock: with its paid period, or with the first period that ends on or after the date that a consumer’s declaration requests. In the second case it keeps its status and is charged for each period until then. Null once it has ended.
   */
  ends_at: string | null
}

/**
 * A card. Neither its whole number nor its security code is ever answered.
 */
export type CardDetails = {
  /**
   * First six digits; null if the processor does not tell them.
   */
  bin: string | null
  /**
   * What these digits say of the card.
   */
  bin_data: BinData
  /**
   * Month in which the card expires, 1 to 12.
   */
  exp_month: number
  /**
   * Year in which the card expires, four digits.
   */
  exp_year: number
  /**
   * Whether the card network’s token stands for the number, as with the wallet of a device.
   */
  is_network_tokenized: boolean
  /**
   * Last four digits.
   */
  last4: string
  /**
   * Number with all but its first six and last four digits masked by `*`; null if the processor does not tell them. Never the whole number.
   */
  number: string | null
}

/**
 * What a change of plan or of the next billing date would charge, and why. Nothing of it is stored.
 */
export type ChangePreview = {
  /**
   * What the change would charge now, at the next date and at every interval after it.
   */
  quote: Quote
  /**
   * Whether a new billing period starts with the change; otherwise the next charge keeps its date.
   */
  restarts_cycle: boolean
  /**
   * What stays on the subscription, in minor units: above zero credit that later charges use up, below zero a surcharge on the next charge.
   */
  balance: number
  /**
   * The discount of the subscription that ends with the change, because it is not for the new plan, or is for a number of periods and the interval changes; null if none does.
   */
  ended_discount: {
    /**
     * Identifier of the discount.
     */
    id: string
    /**
     * Name of the discount.
     */
    name: string
  } | null
  /**
   * The calculation, in its own order.
   */
  steps: {
    /**
     * The step in an English sentence, with the numbers that it is calculated from.
     */
    text: string
    /**
     * What the step comes to, in minor units of the quote’s currency; negative for credit.
     */
    amount: number
  }[]
}

/**
 * Everything that the checkout page needs, in one answer.
 */
export type Checkout = {
  /**
   * The client session, without what only your backend may see.
   */
  session: ClientSession
  /**
   * Credential for this session, good for at most 15 minutes; read the checkout again for another. Null once the session is expired or completed.
   */
  client_token: string | null
  /**
   * What the session is for; null while it is incomplete, and 24 hours after it was completed.
   */
  purpose: CheckoutPurpose | null
  /**
   * What an incomplete session lacks; else `[]`.
   */
  missing: string[]
  /**
   * `open`: can be paid. `processing`: a payment is under way. `completed`: paid. `expired`: too late.
   */
  phase: CheckoutPhase
  /**
   * The payment to wait for, or the latest result, also of one that was declined; null before the first.
   */
  payment: Payment | null
  /**
   * What `payment` paid for had been settled or changed before it was approved, so its money goes back by itself, and the session is `expired`; null for any other payment.
   */
  unwanted_payment: {
    /**
     * What was paid, in minor units; 0 where a payment method was only verified.
     */
    amount: number
    /**
     * The amount, written for the locale.
     */
    formatted_amount: string
  } | null
  /**
   * What the shopper has to agree to, or has agreed to if a payment is under way or was made; null if there is neither.
   */
  quote: Quote | null
  /**
   * The quote, written for the locale; null if there is no quote.
   */
  quote_display: QuoteDisplay | null
  /**
   * Whether the shopper may enter the code of a discount: if `options.allow_codes` is set and a purchase is open.
   */
  allow_codes: boolean
  /**
   * The discount that `quote` has; null if it has none, and if there is no quote.
   */
  discount: {
    /**
     * Identifier of the discount.
     */
    id: string
    /**
     * Name of the discount as it was redeemed.
     */
    name: string
    /**
     * Per cent of the price; null if an amount is taken off.
     */
    percent_off: number | null
    /**
     * Amount off the price of each period; null if a percentage is taken off.
     */
    amount_off: {
      /**
       * Minor units.
       */
      amount: number
      /**
       * Its currency.
       */
      currency: CurrencyCode
    } | null
    /**
     * `once`: one paid period. `periods`: a number of paid periods. `forever`: every one.
     */
    duration: 'once' | 'periods' | 'forever'
    /**
     * How many paid periods it still lowers, the next full charge included; null: every one.
     */
    periods_left: number | null
    /**
     * The code that the session names it by; null if your backend named it by id, or a subscription has it.
     */
    code: string | null
    /**
     * What it takes off, written for the locale: `20%` or `€2.00`.
     */
    formatted_off: string
    /**
     * What a period, or the one-off plan, costs with it, tax included, written for the locale.
     */
    formatted_amount: string
    /**
     * The end of the discount; null if it never ends, and for a one-off plan.
     */
    ends: {
      /**
       * When the first charge without it falls due.
       */
      at: string
      /**
       * The same, written for the locale in UTC.
       */
      date: string
      /**
       * What every period costs from then on, tax included.
       */
      formatted_amount: string
    } | null
  } | null
  /**
   * The subscription that the session changes; null if it begins a new one.
   */
  subscription: {
    /**
     * Status of the subscription.
     */
    status: SubscriptionStatus
    /**
     * Name of the plan that it is on.
     */
    plan_name: string
    /**
     * When its current period, or trial, ends.
     */
    current_period_end: string
    /**
     * Payment method that it is charged by; null if it has none.
     */
    method: SavedMethod | null
  } | null
  /**
   * Stored methods to choose from, newest first and at most 20; `[]` for a customer who is known by e-mail address alone.
   */
  payment_methods: SavedMethod[]
  /**
   * Whether paying takes a payment method; false for what costs nothing, such as a free plan, a free trial without a method, or a change that is not charged now.
   */
  needs_method: boolean
  /**
   * Kinds of payment method that can be paid with here.
   */
  method_kinds: PaymentMethodType[]
  /**
   * The connection to a processor that charges each of these kinds now. A page that holds a processor’s token names the connection in the payment. The payment is refused with `connection_changed` if another connection charges by then.
   */
  connections: { [key: string]: string }
  /**
   * Further kinds that can be paid with here, in addition to `method_kinds`: their button is the processor’s own, in a frame.
   */
  wallet_frames: {
    /**
     * Kind of the wallet.
     */
    type: DeviceWalletType
    /**
     * Document of the frame with its button, for what `quote` says is due now. What comes out of it is a token of the processor, to be paid with as `processor_token`.
     */
    url: string
  }[]
  /**
   * What would refuse every payment, to be said before a card is typed; null if we know of nothing.
   */
  refusal: {
    /**
     * The error code that every payment of this session would be refused with; `unavailable` if there is nothing to pay with.
     */
    code: 'already_subscribed' | 'too_many_attempts' | 'unavailable'
    /**
     * The subscription of this customer that can change to the plan of this session instead: `PATCH /checkout/{session_id}` with its id makes the session a plan change. Null for another code, if it is on this plan already, if it is billed in another currency, if there are several, and if your backend named the customer by e-mail address alone.
     */
    subscription: {
      /**
       * Identifier.
       */
      id: string
      /**
       * Name of the plan that it is on.
       */
      plan_name: string
    } | null
  } | null
  /**
   * Who sells, from the organization’s settings.
   */
  merchant: {
    /**
     * Name of the seller.
     */
    name: string
    /**
     * Page with the terms of sale; null if none is set.
     */
    terms_url: string | null
    /**
     * Page about privacy; null if none is set.
     */
    privacy_url: string | null
    /**
     * E-mail address for questions; null if none is set.
     */
    support_email: string | null
    /**
     * Page where a subscription is cancelled; null if none is set.
     */
    cancel_url: string | null
  }
  /**
   * What the law of this country asks for before a payment may be made.
   */
  consent: {
    /**
     * Country whose rules these are; null if it is unknown.
     */
    country: string | null
    /**
     * Whether an unticked box must be ticked before paying.
     */
    checkbox_required: boolean
    /**
     * Whether the button must say that it obliges to pay, and nothing else, as in the EU and the UK; the amount stands in the line above it.
     */
    obligation_button: boolean
    /**
     * The right to withdraw from the contract within 14 days; null if the country has none, or the organization has not said how.
     */
    withdrawal: {
      /**
       * Where the buyer withdraws: a page, or `mailto:` and an address.
       */
      url: string
      /**
       * What the shopper asks for, by the box, before the time for withdrawal is over.
       */
      supply: DigitalSupply
    } | null
    /**
     * The parts of the address to ask the shopper for because tax depends on them, including those already given.
     */
    address_fields: ('country' | 'state' | 'postal_code')[]
    /**
     * The regions of the country among which the shopper chooses the `state`; `[]` if it is not asked for, or is typed.
     */
    address_regions: {
      /**
       * Code of the region, as `updateCheckout` takes it.
       */
      code: string
      /**
       * Its local name.
       */
      name: string
    }[]
    /**
     * Version of the wording rules; goes back with the consent receipt.
     */
    version: string
  }
  /**
   * The place that the shopper entered at this checkout, used only for tax; null until they enter one.
   */
  tax_address: {
    /**
     * Two-letter country; null if they did not say it.
     */
    country: string | null
    /**
     * State or province; null if they did not say it.
     */
    state: string | null
    /**
     * Postal code; null if they did not say it.
     */
    postal_code: string | null
  } | null
  /**
   * Language tag that every text and amount of this answer is written for.
   */
  locale: string
  /**
   * Whether this is play money or real money.
   */
  mode: 'sandbox' | 'live'
  /**
   * Origin of the document of the card frame; null if it is the billing server’s own.
   */
  frame_origin: string | null
  /**
   * What time it is.
   */
  now: {
    /**
     * Real time at the server.
     */
    wall: string
    /**
     * Time by the billing clock, which a sandbox can move.
     */
    billing: string
  }
}

/**
 * One checkout of one shopper: who buys what. It is paid once, and expires if it is not.
 */
export type ClientSession = {
  /**
   * Identifier. It can’t be guessed, and anyone who knows it may see and pay this checkout.
   */
  id: string
  /**
   * When the session expires, by the billing clock; not while a payment of it is unfinished.
   */
  expiry_date: string
  /**
   * The customer who buys; null until one is named.
   */
  customer: {
    /**
     * E-mail address; null if none is known. Masked at the checkout.
     */
    email: string | null
    /**
     * Your own identifier; null if you gave none, and at the checkout.
     */
    external_id: string | null
    /**
     * Identifier; null until the first try to pay creates the customer.
     */
    id: string | null
    /**
     * Your own keys and values; `{}` at the checkout.
     */
    metadata: Metadata
  } | null
  /**
   * What its payment will carry.
   */
  payment: {
    /**
     * Keys and values for the payment; `{}` at the checkout.
     */
    metadata: Metadata
  }
  /**
   * What is bought; null while no plan is named.
   */
  plan: {
    /**
     * Identifier of the plan.
     */
    id: string
    /**
     * Name that shoppers see.
     */
    name: string
    /**
     * `recurring` or `one-off`.
     */
    type: PlanType
    /**
     * Unit of the billing interval; null for a one-off plan.
     */
    interval: IntervalUnit | null
    /**
     * How many units make one interval; null for a one-off plan.
     */
    interval_count: number | null
    /**
     * Price of one unit for this customer in minor units, before tax that is added on top.
     */
    amount: number
    /**
     * Currency that is charged.
     */
    currency: CurrencyCode
    /**
     * How many units are bought; they cost that many times the amount.
     */
    quantity: number
    /**
     * When the plan was created.
     */
    created_at: string
    /**
     * When the plan was last renamed or archived.
     */
    updated_at: string
    /**
     * The plan’s trial; null if it has none.
     */
    trial: {
      /**
       * Minor units for one unit of the plan; 0 for a free trial.
       */
      amount: number
      /**
       * Currency that is charged.
       */
      currency: CurrencyCode
      /**
       * Unit of the trial’s length.
       */
      interval: IntervalUnit
      /**
       * How many units the trial lasts.
       */
      interval_count: number
    } | null
  } | null
  /**
   * The subscription that is begun or changed; null if you said nothing about it.
   */
  subscription: {
    /**
     * Identifier of the subscription that is changed; null if a new one begins.
     */
    id: string | null
    /**
     * Keys and values for the subscription; `{}` at the checkout.
     */
    metadata: Metadata
    /**
     * How a plan change is billed, as you asked; null if you did not: `prorated_immediately` then.
     */
    proration_billing_mode: ProrationBillingMode | null
  } | null
  /**
   * Amounts ready for display; null without a plan, or where `options.currency_details` is false.
   */
  currency_details: CurrencyDetails | null
}

/**
 * An account at a processor. Operators add and change it by command line.
 */
export type Connection = {
  /**
   * Identifier of the connection.
   */
  id: string
  /**
   * The processor, such as `stripe`.
   */
  adapter: string
  /**
   * The operator’s own words for it.
   */
  label: string
  /**
   * The account, by the processor’s own id; null if the key may not read it.
   */
  account_id: string | null
  /**
   * Whether the account moves real money.
   */
  livemode: boolean
  /**
   * `sealed`: cards are typed into the fields of this checkout. `hosted`: into those of the processor.
   */
  card_entry: 'sealed' | 'hosted'
  /**
   * `paused`: the processor refuses the credentials or the account; the server retries now and then, and resumes by itself. `disabled`: an operator disabled it, or its credentials are of the other mode.
   */
  state: 'enabled' | 'paused' | 'disabled'
  /**
   * Why it is not enabled; null while it is.
   */
  reason: string | null
  /**
   * When it was added, by the wall clock.
   */
  created_at: string
  /**
   * When it was changed last, by the wall clock.
   */
  updated_at: string
}

/**
 * The consent receipt of a shopper. An erasure removes the customer’s own words from it and keeps the rest.
 */
export type Consent = {
  /**
   * Identifier of the consent.
   */
  id: string
  /**
   * Who agreed.
   */
  customer_id: string
  /**
   * The payment that was agreed to; null for a change without a payment.
   */
  payment_id: string | null
  /**
   * The subscription that it began or changed; null for a one-off purchase, and if nothing was paid.
   */
  subscription_id: string | null
  /**
   * The client session; null if your backend sent the consent.
   */
  session_id: string | null
  /**
   * The plan that was agreed to.
   */
  plan_id: string
  /**
   * What the checkout was for.
   */
  purpose: CheckoutPurpose
  /**
   * The words that the checkout wrote; if `displayed_text` is not null, the shopper’s page showed that instead.
   */
  text: string
  /**
   * What the document showed in place of these words, because an extension or a translator had changed it; null if it showed them. The browser states it, and the server cannot verify it.
   */
  displayed_text: string | null
  /**
   * Language tag of these words.
   */
  locale: string
  /**
   * Version of the wording rules that the words follow (`consent.version` of the checkout).
   */
  version: string
  /**
   * The country of sale, whose law the checkout followed; null if it was unknown.
   */
  country: CountryCode | null
  /**
   * Where the checkout told the shopper to withdraw from the contract: a page, or `mailto:` and an address. Null if it showed no notice of a right to withdraw, and for a consent that your backend sent.
   */
  withdrawal_url: string | null
  /**
   * What the shopper asked for before the time for withdrawal is over; null if they did not.
   */
  immediate_supply: 'service' | 'content' | null
  /**
   * When the shopper agreed, by the clock of their browser.
   */
  agreed_at: string
  /**
   * When the server received it, by its wall clock.
   */
  received_at: string
  /**
   * Hash of the quote that was shown: the terms that were agreed to.
   */
  quote_hash: string
  /**
   * What was due when the shopper agreed.
   */
  due_now: {
    /**
     * Minor units, tax included; 0 if nothing is charged now.
     */
    amount: number
    /**
     * Currency that is charged.
     */
    currency: CurrencyCode
  }
  /**
   * The calculation that was shown.
   */
  lines: {
    /**
     * `plan`: the price. `discount`: what a discount takes off it. `trial`: the trial’s price. `credit`: unused time that lowers what is due. `kept`: the part of that credit that is left for later charges. `customer_credit`: the customer’s own credit that is spent (`balances` of the customer). `surcharge`: what an earlier plan change left to be charged. `rounding`: what cannot be charged now, because the processor takes the currency only in steps; a subscription owes it with its next charge, where the line is positive. `tax`: tax on top. `verification`: a method is checked and nothing charged.
     */
    kind:
      | 'plan'
      | 'discount'
      | 'trial'
      | 'credit'
      | 'kept'
      | 'customer_credit'
      | 'surcharge'
      | 'rounding'
      | 'tax'
      | 'verification'
    /**
     * Name of the plan that the line is about; of a discount its name; of tax its name if there are several, else its rate, such as `0.19`.
     */
    label: string
    /**
     * Minor units; negative if it lowers what is due.
     */
    amount: number
    /**
     * How many units of the plan the amount is for; absent: one, or a line that is for none.
     */
    quantity?: number | undefined
  }[]
  /**
   * The next charge that was shown; null if none was to come.
   */
  next_charge: {
    /**
     * Minor units, tax included.
     */
    amount: number
    /**
     * Currency that is charged.
     */
    currency: CurrencyCode
    /**
     * When it falls due.
     */
    at: string
  } | null
  /**
   * What every interval costs after that; null for a one-off plan.
   */
  recurring: {
    /**
     * Minor units, tax included.
     */
    amount: number
    /**
     * Currency that is charged.
     */
    currency: CurrencyCode
    /**
     * Unit of the billing interval.
     */
    interval: IntervalUnit
    /**
     * How many units make one billing interval.
     */
    interval_count: number
  } | null
  /**
   * When the payment or the change was begun, by the billing clock.
   */
  created_at: string
}

/**
 * What a session’s plan costs, ready for display.
 */
export type CurrencyDetails = {
  /**
   * Amounts of the session’s plan.
   */
  plan: {
    /**
     * The price of one unit of the plan in the currency of the shopper’s country, for display only.
     */
    local: LocalMoney
    /**
     * The price of one unit of the plan in the currency that is charged.
     */
    payment: PaymentMoney
    /**
     * What is charged when the session is paid, with tax that is added on top.
     */
    due_now: {
      /**
       * In the currency of the shopper’s country, for display only.
       */
      local: LocalMoney
      /**
       * In the currency that is charged.
       */
      payment: PaymentMoney
    }
    /**
     * The trial’s price for one unit; null if the plan has no trial.
     */
    trial: {
      /**
       * In the currency of the shopper’s country, for display only.
       */
      local: LocalMoney
      /**
       * In the currency that is charged.
       */
      payment: PaymentMoney
    } | null
  }
}

/**
 * A person or organization that buys from you, with its stored payment methods and subscriptions.
 */
export type Customer = {
  /**
   * Identifier of the customer.
   */
  id: string
  /**
   * Your own identifier of this customer, unique within your organization; null if you gave none.
   */
  external_id: string | null
  /**
   * Name of the customer; null if it is unknown.
   */
  full_name: string | null
  /**
   * E-mail address; null if it is unknown. It need not be unique.
   */
  email: string | null
  /**
   * Telephone number as it was given; null if it is unknown.
   */
  phone: string | null
  /**
   * Language tag of the emails to the customer, as the last paid session (`options.locale`) or you gave it; null if it is unknown.
   */
  locale: string | null
  /**
   * Address; null if nothing of it is known. Its country selects prices and, with state and code, tax.
   */
  address: Address | null
  /**
   * Your own keys and values; `{}` if there are none.
   */
  metadata: Metadata
  /**
   * Payment methods that are stored and can be charged; detached ones are left out.
   */
  payment_methods: PaymentMethod[]
  /**
   * All subscriptions of the customer, cancelled ones too.
   */
  subscriptions: Subscription[]
  /**
   * Tax identifiers, which receipts show; `[]` if there are none. They change no tax.
   */
  tax_ids: TaxId[]
  /**
   * Credit of the customer for later purchases, one entry for each currency, without what payments in flight hold; `[]` if there is none. What a subscription keeps for itself is in its own `balance`. Credit of a cancelled subscription moves here as soon as reactivating it is no longer free, and a refund or dispute of the payment that it came from takes it back first.
   */
  balances: Money[]
  /**
   * When the customer was created, by the billing clock.
   */
  created_at: string
  /**
   * When one of the customer’s own fields last changed, by the billing clock.
   */
  updated_at: string
  /**
   * When the customer was erased (`DELETE /customers/{id}`), by the billing clock; null if they were not. Members that identified them are null then.
   */
  erased_at: string | null
}

/**
 * The cancellation of a contract, or the withdrawal from it, which a consumer declared without signing in. It is kept whether or not it fits any contract.
 */
export type Declaration = {
  /**
   * Identifier of the declaration.
   */
  id: string
  /**
   * `cancel`: the contract is to end. `withdraw`: the consumer uses the right of withdrawal.
   */
  kind: 'cancel' | 'withdraw'
  /**
   * Whether the consumer cancels for good cause (such as BGB § 314), which you judge.
   */
  for_cause: boolean
  /**
   * The e-mail address as it was typed; null after an erasure.
   */
  email: string | null
  /**
   * The name as it was typed.
   */
  full_name: string | null
  /**
   * How the consumer named the contract; null if they named none, and after an erasure.
   */
  contract: string | null
  /**
   * The reason as it was typed.
   */
  reason: string | null
  /**
   * When the consumer wants the contract to end; null: as soon as possible.
   */
  requested_end_at: string | null
  /**
   * What it did, contract by contract; `[]` if no contract has the e-mail address, if a cancellation finds only ended ones, or until it is acted on: `declaration.received` follows.
   */
  effects: {
    /**
     * A subscription of a customer with the declared e-mail address; null for a purchase without one.
     */
    subscription_id: string | null
    /**
     * The payment of a one-off purchase of such a customer; null for a subscription.
     */
    payment_id: string | null
    /**
     * `scheduled`: it runs until `ends_at`, and renews until then if the consumer requested a later end. `ended`: it ended at once, because nothing that is paid for was left. `withdrawn`: it ended at once, and the `refunds` are made; a one-off purchase is refunded. `change_withdrawn`: the last change of its plan is undone: it has its plan, quantity, period and credit from before, and what the change charged is in the `refunds`. `too_late`: the period for withdrawal was over. `no_right`: the law of the country gives no such right, or the server does not know it: it knows the EU, EEA, United Kingdom, Switzerland and USA; check before you refuse. `right_lost`: the consumer gave the right up for digital content. `left_to_merchant`: nothing was done: decide. If the declaration came by `createDeclaration`, no email was sent: acknowledge it yourself.
     */
    outcome:
      | 'scheduled'
      | 'ended'
      | 'withdrawn'
      | 'change_withdrawn'
      | 'too_late'
      | 'no_right'
      | 'right_lost'
      | 'left_to_merchant'
    /**
     * When the subscription ends; null if the declaration does not end it.
     */
    ends_at: string | null
    /**
     * What is given back, one refund for each payment.
     */
    refunds: {
      /**
       * The payment that is refunded.
       */
      payment_id: string
      /**
       * How much of it, in minor units.
       */
      amount: number
      /**
       * Currency of the payment.
       */
      currency: CurrencyCode
    }[]
    /**
     * When the refunds are made, if the setting `withdrawals` holds them for a review; null if it does not.
     */
    refund_at: string | null
  }[]
  /**
   * When the server received it, by its wall clock.
   */
  received_at: string
  /**
   * The same moment by the billing clock.
   */
  created_at: string
}

/**
 * A payment method that is no longer charged, and the subscriptions that it paid.
 */
export type DetachedPaymentMethod =
  | {
      /**
       * Identifier of the payment method; it can be charged if it is listed with its customer.
       */
      id: string
      /**
       * Kind of the payment method.
       */
      type: 'CARD'
      /**
       * What is known of the card.
       */
      details: CardDetails
      /**
       * Address that the bank may check; null if none was given, and always for a client token.
       */
      billing_address: Address | null
      /**
       * The subscriptions that the method paid and that are not cancelled; `[]` if it was detached before.
       */
      subscriptions: {
        /**
         * Identifier of a subscription that the method paid.
         */
        id: string
        /**
         * The method that pays it from now on; null if its customer has no other that can be charged.
         */
        payment_method_id: string | null
      }[]
    }
  | {
      /**
       * Identifier of the payment method; it can be charged if it is listed with its customer.
       */
      id: string
      /**
       * Kind of the payment method.
       */
      type: 'PAYPAL'
      /**
       * What is known of the PayPal account.
       */
      details: {
        /**
         * Who holds the account. Each part is null until its holder has approved, or where PayPal does not tell it.
         */
        payer_info: {
          /**
           * E-mail address of the account; masked for a client token.
           */
          email: string | null
          /**
           * First name of its holder.
           */
          first_name: string | null
          /**
           * Last name of its holder.
           */
          last_name: string | null
          /**
           * PayPal’s identifier of the account.
           */
          payer_id: string | null
        }
      }
      /**
       * Address that the bank may check; null if none was given, and always for a client token.
       */
      billing_address: Address | null
      /**
       * The subscriptions that the method paid and that are not cancelled; `[]` if it was detached before.
       */
      subscriptions: {
        /**
         * Identifier of a subscription that the method paid.
         */
        id: string
        /**
         * The method that pays it from now on; null if its customer has no other that can be charged.
         */
        payment_method_id: string | null
      }[]
    }
  | {
      /**
       * Identifier of the payment method; it can be charged if it is listed with its customer.
       */
      id: string
      /**
       * Kind of the payment method.
       */
      type: 'VENMO'
      /**
       * What is known of the Venmo account.
       */
      details: {
        /**
         * User name of the account; null until its holder has approved.
         */
        username: string | null
      }
      /**
       * Address that the bank may check; null if none was given, and always for a client token.
       */
      billing_address: Address | null
      /**
       * The subscriptions that the method paid and that are not cancelled; `[]` if it was detached before.
       */
      subscriptions: {
        /**
         * Identifier of a subscription that the method paid.
         */
        id: string
        /**
         * The method that pays it from now on; null if its customer has no other that can be charged.
         */
        payment_method_id: string | null
      }[]
    }
  | {
      /**
       * Identifier of the payment method; it can be charged if it is listed with its customer.
       */
      id: string
      /**
       * Kind of the payment method.
       */
      type: 'CASHAPP'
      /**
       * What is known of the Cash App account.
       */
      details: {
        /**
         * Cashtag of the account; null until its holder has approved.
         */
        cashtag: string | null
      }
      /**
       * Address that the bank may check; null if none was given, and always for a client token.
       */
      billing_address: Address | null
      /**
       * The subscriptions that the method paid and that are not cancelled; `[]` if it was detached before.
       */
      subscriptions: {
        /**
         * Identifier of a subscription that the method paid.
         */
        id: string
        /**
         * The method that pays it from now on; null if its customer has no other that can be charged.
         */
        payment_method_id: string | null
      }[]
    }
  | {
      /**
       * Identifier of the payment method; it can be charged if it is listed with its customer.
       */
      id: string
      /**
       * Kind of the payment method.
       */
      type: 'APPLE_PAY'
      /**
       * What is known of the card behind Apple Pay.
       */
      details: CardDetails
      /**
       * Address that the bank may check; null if none was given, and always for a client token.
       */
      billing_address: Address | null
      /**
       * The subscriptions that the method paid and that are not cancelled; `[]` if it was detached before.
       */
      subscriptions: {
        /**
         * Identifier of a subscription that the method paid.
         */
        id: string
        /**
         * The method that pays it from now on; null if its customer has no other that can be charged.
         */
        payment_method_id: string | null
      }[]
    }
  | {
      /**
       * Identifier of the payment method; it can be charged if it is listed with its customer.
       */
      id: string
      /**
       * Kind of the payment method.
       */
      type: 'GOOGLE_PAY'
      /**
       * What is known of the card behind Google Pay.
       */
      details: CardDetails
      /**
       * Address that the bank may check; null if none was given, and always for a client token.
       */
      billing_address: Address | null
      /**
       * The subscriptions that the method paid and that are not cancelled; `[]` if it was detached before.
       */
      subscriptions: {
        /**
         * Identifier of a subscription that the method paid.
         */
        id: string
        /**
         * The method that pays it from now on; null if its customer has no other that can be charged.
         */
        payment_method_id: string | null
      }[]
    }

/**
 * A discount on the price of plans. Its identifier begins with `disc_`. What it takes off never changes.
 */
export type Discount = {
  /**
   * Identifier of the discount.
   */
  id: string
  /**
   * Name that shoppers see, such as in the quote, in receipts and in emails.
   */
  name: string
  /**
   * The code that shoppers enter, compared without case; null: it has none.
   */
  code: string | null
  /**
   * Per cent of the price, 0.01 to 100; null if an amount is taken off. The result is rounded once.
   */
  percent_off: number | null
  /**
   * Amount off the price; null if a percentage is taken off.
   */
  amount_off: {
    /**
     * Minor units for each subscription and period; the price never falls below 0.
     */
    amount: number
    /**
     * Currency of the amount; the discount is for prices in it alone.
     */
    currency: CurrencyCode
  } | null
  /**
   * `once`: the first paid period. `periods`: the first `periods` paid periods. `forever`: every one.
   */
  duration: 'once' | 'periods' | 'forever'
  /**
   * Number of paid periods; null unless `duration` is `periods`.
   */
  periods: number | null
  /**
   * Identifiers of plans, and groups of plans, that it is for; `[]`: every plan.
   */
  plans: string[]
  /**
   * How many purchases may redeem it; null: no limit.
   */
  max_redemptions: number | null
  /**
   * How many purchases of one customer, e-mail address or card may redeem it; null: no limit.
   */
  max_per_customer: number | null
  /**
   * From when it can be redeemed, by the billing clock; null: at once.
   */
  starts_at: string | null
  /**
   * Until when it can be redeemed, by the billing clock; null: no end.
   */
  ends_at: string | null
  /**
   * When it was archived; null: it is not archived.
   */
  archived_at: string | null
  /**
   * Purchases that redeemed it, and payments whose outcome is not known yet. A payment that is declined or cancelled gives its redemption back, a refund or a failed settlement does not.
   */
  redeemed: number
  /**
   * When the discount was created, by the billing clock.
   */
  created_at: string
  /**
   * When you created or changed the discount last, by the billing clock.
   */
  updated_at: string
}

/**
 * A payer’s objection to a payment, which their bank decides. While the money is withdrawn the payment cannot be refunded, and the period it paid for gives no credit.
 */
export type Dispute = {
  /**
   * Identifier of the dispute.
   */
  id: string
  /**
   * Identifier of the payment that is disputed.
   */
  payment_id: string
  /**
   * The disputed part in minor units, as the processor says; it may be less than the payment.
   */
  amount: number
  /**
   * Currency of the amount.
   */
  currency: CurrencyCode
  /**
   * Why the payer objects; `other` if none of the other words fits.
   */
  reason: DisputeReason
  /**
   * `inquiry`: the bank only inquires, no money has moved. `inquiry_closed`: the inquiry has ended. `needs_response`: the money is withdrawn, and evidence may be sent to the processor. `under_review`: the bank decides. `won`: the money is yours again. `lost`: it stays with the payer.
   */
  status: DisputeStatus
  /**
   * Until when the processor takes evidence; null if it takes none or does not say.
   */
  evidence_due_at: string | null
  /**
   * When it was noticed here, by the billing clock.
   */
  created_at: string
  /**
   * When it last changed, by the billing clock.
   */
  updated_at: string
  /**
   * Empty; nothing is written into it yet.
   */
  metadata: Metadata
}

/**
 * An email to a customer, without its text: `email.ready` has it if you send emails yourself, and a sandbox shows it at `/sandbox/emails`.
 */
export type Email = {
  /**
   * Identifier of the email.
   */
  id: string
  /**
   * What the email is about.
   */
  kind:
    | 'order_confirmation'
    | 'receipt'
    | 'refund'
    | 'trial_ending'
    | 'renewal_notice'
    | 'price_change'
    | 'reminder'
    | 'payment_failed'
    | 'payment_method_missing'
    | 'card_expiring'
    | 'plan_changed'
    | 'change_scheduled'
    | 'cancellation'
    | 'withdrawal'
    | 'sign_in'
    | 'email_changed'
  /**
   * The customer it is for; null if it goes to the address that was typed, to acknowledge a declaration or to sign in.
   */
  customer_id: string | null
  /**
   * The subscription it is about; null if it is about none.
   */
  subscription_id: string | null
  /**
   * The payment it is about; null if it is about none.
   */
  payment_id: string | null
  /**
   * The address: the customer’s at the first try; of a copy to the original address, that of the first email. Null before that, and after the customer was erased.
   */
  to: string | null
  /**
   * Language tag of its text; null before the first try, except in a copy.
   */
  locale: string | null
  /**
   * What the email states, as it was when its cause happened: `amount` in minor units, `currency`, dates (`charged_at` of an announced charge, `next_charge_at`, `next_try_at`, `ends_at`), names of plans with their quantity if it is above 1 (`plan_before`, `plan_after`), how often the subscription renews before `ends_at` (`renewals`), why a scheduled change is not made (`dropped`: `taken_back` or `refused`), what a period costs until a discount ends and from then on (`price_before`, `price_after`), `refund_id`, `decline_code`, `declaration_id`, `portal_session_id`, `ended_by` (`unpaid` or `merchant`) and `quantity`.
   */
  facts: { [key: string]: Json }
  /**
   * `queued`: it waits, and may still be suppressed. `sent`: the mail server has accepted it, the sandbox has stored it, or you got it as `email.ready`. `failed`: the mail server refused it, or accepted it on no try in three days. `suppressed`: it was not sent, for the reason given.
   */
  status: 'queued' | 'sent' | 'failed' | 'suppressed'
  /**
   * Why it was not sent; null if it was, or will be. `customer_erased`, `no_address`: there is no one to send it to, such as to an address that asked to sign in and is no customer’s. `no_mailer`: the server has no mail server. `not_needed`: what it says is no longer true, or what it asks for is no longer wanted. `refused`: the mail server refused it. `switched_off`: your settings switch it off. `undeliverable`: the mail server accepted it on no try in three days.
   */
  reason:
    | 'customer_erased'
    | 'no_address'
    | 'no_mailer'
    | 'not_needed'
    | 'refused'
    | 'switched_off'
    | 'undeliverable'
    | null
  /**
   * How often it was prepared to be sent.
   */
  tries: number
  /**
   * Its `Message-ID`, the same on every try; null before the first try, and without a mail server.
   */
  message_id: string | null
  /**
   * When it falls due, by the billing clock.
   */
  due_at: string
  /**
   * When it became `sent`, by the billing clock; null if it has not.
   */
  sent_at: string | null
  /**
   * When its cause happened, by the billing clock.
   */
  created_at: string
}

/**
 * A customer inside a payment, without payment methods and subscriptions. For a client token the e-mail address is masked, and `external_id`, `full_name`, `phone`, `locale` and `address` are null.
 */
export type EmbeddedCustomer = {
  /**
   * Identifier of the customer.
   */
  id: string
  /**
   * Your own identifier of this customer, unique within your organization; null if you gave none.
   */
  external_id: string | null
  /**
   * Name of the customer; null if it is unknown.
   */
  full_name: string | null
  /**
   * E-mail address; null if it is unknown. It need not be unique.
   */
  email: string | null
  /**
   * Telephone number as it was given; null if it is unknown.
   */
  phone: string | null
  /**
   * Language tag of the emails to the customer, as the last paid session (`options.locale`) or you gave it; null if it is unknown.
   */
  locale: string | null
  /**
   * Address; null if nothing of it is known. Its country selects prices and, with state and code, tax.
   */
  address: Address | null
  /**
   * Your own keys and values; `{}` if there are none.
   */
  metadata: Metadata
  /**
   * When the customer was created, by the billing clock.
   */
  created_at: string
  /**
   * When one of the customer’s own fields last changed, by the billing clock.
   */
  updated_at: string
}

/**
 * A session of the customer portal that has ended.
 */
export type EndedPortalSession = {
  /**
   * Identifier of the session. It opens nothing.
   */
  id: string
  /**
   * When it ended, by the wall clock.
   */
  ended_at: string
}

/**
 * A change that was committed. It is written in the transaction that made the change, so none is missed.
 */
export type Event = {
  /**
   * Identifier of the event. Pass it as `after` to continue, and recognise by it an event that you have processed.
   */
  id: string
  /**
   * What happened. Types may be added: ignore those that you do not know.
   */
  type: EventType
  /**
   * When the change was made, by the billing clock.
   */
  created_at: string
  /**
   * Rises with every event of your organization, in the order of the commits; it may leave numbers out.
   */
  sequence: number
  /**
   * What the event is about.
   */
  data: {
    /**
     * The resource that changed, in the state it had then: a Payment for `payment.*` and `refund.*` (`refund.failed`: an accepted refund has failed, and can be requested again; a refusal is `refund.updated`; `payment.fraud_warning`: the payer’s bank suspects fraud, and nothing has changed yet), a Dispute, a Subscription (`subscription.address_required`: its renewal waits, because tax depends on a missing part of the customer’s address; `updateCustomer` adds it), a Customer, a PaymentMethod, a Discount, a Declaration, an Email (`email.ready`: with its rendered text), a WebhookEndpoint or a Connection by its name (`connection.paused`: no money moves over it until the processor accepts the credentials and the account again). `books.difference` has an object of its own: `connection`, `reference`, `transaction_id`, `kind`, `amount`, `currency`, `at`, `subject`. If a day was compared with the processor’s own count, it also has `difference` (`missing_here`, `missing_there`, `amount`, `state`), `day`, `message` and an `id`, and `amount` is what the processor has beyond the books.
     */
    object: { [key: string]: Json }
  }
}

/**
 * Any JSON value.
 */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/**
 * An amount in the currency of the shopper’s country. It is for display only and never charged.
 */
export type LocalMoney = {
  /**
   * Minor units of the currency.
   */
  amount: number
  /**
   * Code of the currency.
   */
  currency: string
  /**
   * How many decimals the currency has: 2 for EUR, 0 for JPY, 3 for KWD.
   */
  currency_decimals: number
  /**
   * Whether the symbol stands `left` or `right` of the number in the locale.
   */
  currency_position: 'left' | 'right'
  /**
   * Symbol in the locale; no two currencies share one (`$`, `CA$`, `A$`).
   */
  currency_symbol: string
  /**
   * The amount, written for the locale.
   */
  formatted_amount: string
  /**
   * Units of this currency for one unit of the charged one; 1 if they are the same.
   */
  currency_exchange_rate: number
  /**
   * The amount as a display price, rounded up to `.99` or as your organization’s settings say. Never what is charged.
   */
  formatted_amount_rounded: string
}

/**
 * Keys and values of your own: at most 50 keys of 64 characters, any JSON values, 8 KiB in all.
 */
export type Metadata = { [key: string]: Json }

/**
 * An amount in minor units and its currency.
 */
export type Money = {
  /**
   * Minor units of the currency: `999` is 9.99 EUR, or 999 JPY.
   */
  amount: number
  /**
   * Code of the currency.
   */
  currency: CurrencyCode
}

/**
 * What the shopper has to do before the payment can go on.
 */
export type NextAction = {
  /**
   * `three_d_secure`: confirm to the bank, in a frame. `redirect`: approve on the page of the account’s company.
   */
  type: 'three_d_secure' | 'redirect'
  /**
   * Page of this server to open for it.
   */
  url: string
}

/**
 * One try to collect an amount. A declined card is a payment with status `DECLINED`, and no error.
 */
export type Payment = {
  /**
   * Identifier of the payment.
   */
  id: string
  /**
   * Minor units of the currency, tax included; 0 for the verification of a method.
   */
  amount: number
  /**
   * The same in US cents at the rate of the day it was made; null if there was no rate.
   */
  amount_usd: number | null
  /**
   * Currency that is charged.
   */
  currency_code: CurrencyCode
  /**
   * What `amount` consists of, also for a renewal or a charge by your backend. The lines sum to it; tax that the price contains is no line (see `tax`). Refunds and disputes do not change them.
   */
  lines: {
    /**
     * `plan`: the price. `discount`: what a discount takes off it. `trial`: the trial’s price. `credit`: unused time that lowers what is due. `kept`: the part of that credit that is left for later charges. `customer_credit`: the customer’s own credit that is spent (`balances` of the customer). `surcharge`: what an earlier plan change left to be charged. `rounding`: what cannot be charged now, because the processor takes the currency only in steps; a subscription owes it with its next charge, where the line is positive. `tax`: tax on top. `verification`: a method is checked and nothing charged.
     */
    kind:
      | 'plan'
      | 'discount'
      | 'trial'
      | 'credit'
      | 'kept'
      | 'customer_credit'
      | 'surcharge'
      | 'rounding'
      | 'tax'
      | 'verification'
    /**
     * Name of the plan that the line is about; of a discount its name; of tax its name if there are several, else its rate, such as `0.19`.
     */
    label: string
    /**
     * Minor units; negative if it lowers what is due.
     */
    amount: number
    /**
     * How many units of the plan the amount is for; absent: one, or a line that is for none.
     */
    quantity?: number | undefined
  }[]
  /**
   * `PENDING`: in flight; the outcome is not known yet. `AUTHORIZED`: approved, not captured yet. `SETTLING`: captured. `SETTLED`: the money has arrived. `DECLINED`: the bank refused. `BLOCKED`: a rule of yours refused. `FAILED`: it certainly moved no money. `CANCELLED`: abandoned or voided. Paid means `AUTHORIZED`, `SETTLING` or `SETTLED`.
   */
  payment_status: PaymentStatus
  /**
   * `CIT`: the shopper paid at a checkout. `MIT`: charged without the shopper, by your backend or a renewal.
   */
  payment_type: PaymentType
  /**
   * What stood for the card or account towards the processor; null if nothing did.
   */
  payment_token_type: PaymentTokenType | null
  /**
   * What was charged, as it was then; null for the wallet of a device until the processor has told what is behind it.
   */
  payment_method: PaymentMethod | null
  /**
   * Who paid.
   */
  customer: EmbeddedCustomer
  /**
   * The subscription that it was for, as it is now; null for a one-off plan, and until the first payment opens it.
   */
  subscription: Subscription | null
  /**
   * Your own keys and values; `{}` if there are none, and always for a client token.
   */
  metadata: Metadata
  /**
   * What the bank statement says; null if nothing allowed could be made of the organization’s name.
   */
  statement_descriptor: string | null
  /**
   * Sum of all refunds that succeeded or are pending, in minor units.
   */
  refunded_amount: number
  /**
   * The latest refund; null if there is none.
   */
  refund: Refund | null
  /**
   * All refunds, the oldest first; `[]` if there is none.
   */
  refunds: Refund[]
  /**
   * Address check; null until the processor has answered.
   */
  avs_check: {
    /**
     * What the bank answered.
     */
    result: {
      /**
       * Whether the postal code is the one that the bank knows.
       */
      postal_code: 'pass' | 'fail' | 'unavailable' | 'unchecked'
      /**
       * Whether street and number are those that the bank knows.
       */
      street_address: 'pass' | 'fail' | 'unavailable' | 'unchecked'
    }
  } | null
  /**
   * Check of the security code; null until the processor has answered.
   */
  cvc_check: {
    /**
     * What the bank answered.
     */
    result: {
      /**
       * Whether the security code is the right one.
       */
      cvc: 'pass' | 'fail' | 'unavailable' | 'unchecked'
    }
  } | null
  /**
   * Identifiers that others know the payment by; null until the processor has answered, and for a client token.
   */
  payment_details: {
    /**
     * Acquirer reference number, by which a bank finds the payment.
     */
    arn: string | null
    /**
     * Code of the bank’s approval; null if it did not approve.
     */
    auth_code: string | null
    /**
     * The card network’s identifier; null if it gave none.
     */
    network_payment_id: string | null
    /**
     * The processor’s identifier of the charge.
     */
    processor_transaction_id: string | null
  } | null
  /**
   * Who processed it; null until the processor has answered, and for a client token.
   */
  processor: {
    /**
     * Name of the connection to the processor.
     */
    description: string | null
    /**
     * Identifier of the processor.
     */
    id: string | null
    /**
     * Your account at the processor.
     */
    processor_merchant_id: string | null
    /**
     * Kind of the processor, such as `sandbox`.
     */
    type: string | null
  } | null
  /**
   * Why it is in its status; null while it is under way.
   */
  status_reason: StatusReason | null
  /**
   * The tax in it.
   */
  tax: PaymentTax | null
  /**
   * How the cardholder was authenticated; null if that was not asked for, or not yet.
   */
  three_d_secure: ThreeDSecure | null
  /**
   * When it was begun, by the billing clock.
   */
  created_at: string
  /**
   * When it last changed, by the billing clock.
   */
  updated_at: string
  /**
   * What the shopper has to do now. It is there only for a client token, while they have to do it.
   */
  next_action?: NextAction | undefined
}

/**
 * A link to a page of ours on which any shopper buys a plan. Its identifier begins with `link_`.
 */
export type PaymentLink = {
  /**
   * Identifier of the link.
   */
  id: string
  /**
   * What the link sells. It never changes.
   */
  plan: {
    /**
     * Identifier of the plan.
     */
    id: string
  }
  /**
   * How many units of the plan it sells. It never changes.
   */
  quantity: number
  /**
   * The discount that each purchase redeems; null: none. It never changes.
   */
  discount: {
    /**
     * Identifier of the discount.
     */
    id: string
  } | null
  /**
   * Whether the link sells anything; false: its page says that the link no longer works.
   */
  active: boolean
  /**
   * When the link was paused because most of its payments were declined, as when stolen cards are tried; null: it was not, or you have switched it on again.
   */
  paused_at: string | null
  /**
   * How many purchases the link allows; null: no limit.
   */
  max_uses: number | null
  /**
   * Purchases so far, and payments whose outcome is not known yet. A payment that is declined or cancelled gives its use back, a refund or a failed settlement does not.
   */
  uses: number
  /**
   * When the link ends, by the billing clock; null: never.
   */
  expires_at: string | null
  /**
   * Address to which the page leads after the payment; null: none.
   */
  return_url: string | null
  /**
   * Address of the page. Anyone who has it can see the plan, and buy it.
   */
  url: string
  /**
   * When the link was created, by the billing clock.
   */
  created_at: string
  /**
   * When you created or changed the link last, by the billing clock.
   */
  updated_at: string
}

/**
 * A card, an account or a wallet. `type` decides what `details` holds.
 */
export type PaymentMethod =
  | {
      /**
       * Identifier of the payment method; it can be charged if it is listed with its customer.
       */
      id: string
      /**
       * Kind of the payment method.
       */
      type: 'CARD'
      /**
       * What is known of the card.
       */
      details: CardDetails
      /**
       * Address that the bank may check; null if none was given, and always for a client token.
       */
      billing_address: Address | null
    }
  | {
      /**
       * Identifier of the payment method; it can be charged if it is listed with its customer.
       */
      id: string
      /**
       * Kind of the payment method.
       */
      type: 'PAYPAL'
      /**
       * What is known of the PayPal account.
       */
      details: {
        /**
         * Who holds the account. Each part is null until its holder has approved, or where PayPal does not tell it.
         */
        payer_info: {
          /**
           * E-mail address of the account; masked for a client token.
           */
          email: string | null
          /**
           * First name of its holder.
           */
          first_name: string | null
          /**
           * Last name of its holder.
           */
          last_name: string | null
          /**
           * PayPal’s identifier of the account.
           */
          payer_id: string | null
        }
      }
      /**
       * Address that the bank may check; null if none was given, and always for a client token.
       */
      billing_address: Address | null
    }
  | {
      /**
       * Identifier of the payment method; it can be charged if it is listed with its customer.
       */
      id: string
      /**
       * Kind of the payment method.
       */
      type: 'VENMO'
      /**
       * What is known of the Venmo account.
       */
      details: {
        /**
         * User name of the account; null until its holder has approved.
         */
        username: string | null
      }
      /**
       * Address that the bank may check; null if none was given, and always for a client token.
       */
      billing_address: Address | null
    }
  | {
      /**
       * Identifier of the payment method; it can be charged if it is listed with its customer.
       */
      id: string
      /**
       * Kind of the payment method.
       */
      type: 'CASHAPP'
      /**
       * What is known of the Cash App account.
       */
      details: {
        /**
         * Cashtag of the account; null until its holder has approved.
         */
        cashtag: string | null
      }
      /**
       * Address that the bank may check; null if none was given, and always for a client token.
       */
      billing_address: Address | null
    }
  | {
      /**
       * Identifier of the payment method; it can be charged if it is listed with its customer.
       */
      id: string
      /**
       * Kind of the payment method.
       */
      type: 'APPLE_PAY'
      /**
       * What is known of the card behind Apple Pay.
       */
      details: CardDetails
      /**
       * Address that the bank may check; null if none was given, and always for a client token.
       */
      billing_address: Address | null
    }
  | {
      /**
       * Identifier of the payment method; it can be charged if it is listed with its customer.
       */
      id: string
      /**
       * Kind of the payment method.
       */
      type: 'GOOGLE_PAY'
      /**
       * What is known of the card behind Google Pay.
       */
      details: CardDetails
      /**
       * Address that the bank may check; null if none was given, and always for a client token.
       */
      billing_address: Address | null
    }

/**
 * An amount in the currency that is charged, ready for display.
 */
export type PaymentMoney = {
  /**
   * Minor units of the currency.
   */
  amount: number
  /**
   * Code of the currency.
   */
  currency: string
  /**
   * How many decimals the currency has: 2 for EUR, 0 for JPY, 3 for KWD.
   */
  currency_decimals: number
  /**
   * Whether the symbol stands `left` or `right` of the number in the locale.
   */
  currency_position: 'left' | 'right'
  /**
   * Symbol in the locale; no two currencies share one (`$`, `CA$`, `A$`).
   */
  currency_symbol: string
  /**
   * The amount, written for the locale.
   */
  formatted_amount: string
}

/**
 * The tax in a payment. Subtotal and tax sum to its amount.
 */
export type PaymentTax = {
  /**
   * The payment’s amount without tax, in minor units.
   */
  amount_subtotal: number
  /**
   * The same in US cents; null if there is no rate.
   */
  amount_subtotal_usd: number | null
  /**
   * The tax in it, in minor units; 0 if none is collected.
   */
  amount_tax: number
  /**
   * The same in US cents; null if there is no rate.
   */
  amount_tax_usd: number | null
  /**
   * `exclusive`: it was added to the price. `inclusive`: it was contained in it. Null if none is collected.
   */
  behavior: 'exclusive' | 'inclusive' | null
  /**
   * Identifier of the calculation; null if none was made.
   */
  calculation_id: string | null
  /**
   * `calculated`: not owed yet. `committed`: owed, because the money was captured. `reversed`: all of it went back or never arrived. `failed`: the tax could not be calculated. `not_collected`: not owed, or not collected here.
   */
  status: 'calculated' | 'committed' | 'reversed' | 'failed' | 'not_collected'
  /**
   * What it is committed under; null before that.
   */
  transaction_id: string | null
  /**
   * Each tax in it; `[]` if none is collected.
   */
  breakdown: {
    /**
     * What the tax is called there, such as `GST`; null if it is the only one, and its kind names it.
     */
    name: string | null
    /**
     * Rate as a decimal fraction, `0.05` for 5 %.
     */
    rate: string
    /**
     * The tax in minor units, rounded by itself.
     */
    amount: number
  }[]
  /**
   * Why the tax could not be calculated; null unless `status` is `failed`.
   */
  error: {
    /**
     * `calculator_unavailable` or `place_unknown`.
     */
    code: string
    /**
     * A sentence in English.
     */
    message: string
  } | null
  /**
   * Who calculated it; null if it was not calculated.
   */
  provider: {
    /**
     * Identifier of the calculator.
     */
    id: string
    /**
     * Kind of the calculator.
     */
    type: string
  } | null
}

/**
 * What you sell: a price, recurring or one-off, with an optional trial. Its identifier begins with `price_`.
 */
export type Plan = {
  /**
   * Identifier of the plan.
   */
  id: string
  /**
   * Name that shoppers see.
   */
  name: string
  /**
   * `recurring`: charged at every interval. `one-off`: charged once.
   */
  type: PlanType
  /**
   * Unit of the billing interval; null for a one-off plan.
   */
  interval: IntervalUnit | null
  /**
   * How many units make one billing interval: `3` and `months` is a quarter; null for a one-off plan.
   */
  interval_count: number | null
  /**
   * Tax of the plan.
   */
  tax: {
    /**
     * Whether tax is collected where your organization is registered for it; null: as your organization’s settings say.
     */
    collect_tax: boolean | null
  }
  /**
   * Unit of the trial’s length; null without a trial.
   */
  trial_interval: IntervalUnit | null
  /**
   * How many units the trial lasts; null without a trial.
   */
  trial_interval_count: number | null
  /**
   * What every interval costs, or a one-off plan once. It never changes.
   */
  price: PlanPricing
  /**
   * What the trial costs, charged when it begins; null without a trial, or where the trial is free.
   */
  trial_price: PlanPricing | null
  /**
   * In which quantities it is sold: n units cost n times the price and the trial price. Null: one at a time.
   */
  quantity: {
    /**
     * The smallest quantity, 1 to 100000.
     */
    min: number
    /**
     * The largest quantity, `min` to 100000.
     */
    max: number
  } | null
  /**
   * When the plan was created, renamed or archived last, by the billing clock.
   */
  updated_at: string
  /**
   * Name of the product of which the plans with the same group are alternatives, such as monthly and yearly; null: the plan is a product of its own.
   */
  group: string | null
  /**
   * Since when the plan is no longer for sale; null while it is for sale.
   */
  archived_at: string | null
}

/**
 * A price and its exceptions by country. The customer’s country, as your backend gave it, decides.
 */
export type PlanPricing = {
  /**
   * Price wherever no country’s own price applies.
   */
  default: Money
  /**
   * Prices of single countries; each country at most once. `[]` if the default applies everywhere.
   */
  countries: {
    /**
     * Countries that this price holds for.
     */
    countries: CountryCode[]
    /**
     * Price in these countries; the currency may be another one than elsewhere.
     */
    price: Money
  }[]
}

/**
 * Everything that the customer portal shows, in one answer.
 */
export type Portal = {
  /**
   * The session.
   */
  session: {
    /**
     * Identifier of the session. It opens nothing.
     */
    id: string
    /**
     * When the session ends at the latest, by the wall clock: an hour from now.
     */
    expires_at: string
  }
  /**
   * A new client token, good for 15 minutes and never beyond the session.
   */
  client_token: string
  /**
   * Who has signed in.
   */
  customer: {
    /**
     * Identifier of the customer.
     */
    id: string
    /**
     * Name of the customer; null if it is unknown.
     */
    full_name: string | null
    /**
     * E-mail address of the customer; null if it is unknown.
     */
    email: string | null
    /**
     * Language tag of the emails to the customer; null if it is unknown.
     */
    locale: string | null
    /**
     * Address of the customer; null if nothing of it is known.
     */
    address: Address | null
    /**
     * Tax identifiers of the customer; `[]` if there are none.
     */
    tax_ids: TaxId[]
  }
  /**
   * Who sells, from the organization’s settings.
   */
  merchant: {
    /**
     * Name of the seller.
     */
    name: string
    /**
     * Page with the terms of sale; null if none is set.
     */
    terms_url: string | null
    /**
     * Page about privacy; null if none is set.
     */
    privacy_url: string | null
    /**
     * E-mail address for questions; null if none is set.
     */
    support_email: string | null
    /**
     * Page where a subscription is cancelled; null if none is set.
     */
    cancel_url: string | null
  }
  /**
   * What the merchant offers here. Cancelling, and paying what is owed, is always offered.
   */
  features: ('change_plan' | 'resume' | 'payment_methods' | 'payments' | 'address')[]
  /**
   * Subscriptions of the customer, latest first, at most 50.
   */
  subscriptions: {
    /**
     * Identifier of the subscription.
     */
    id: string
    /**
     * Status of the subscription.
     */
    status: SubscriptionStatus
    /**
     * The plan that it is on, at the price of the subscription.
     */
    plan: {
      /**
       * Identifier of the plan.
       */
      id: string
      /**
       * Name of the plan.
       */
      name: string
      /**
       * What its quantity costs at every interval without tax that is added, written for the locale.
       */
      formatted_amount: string
      /**
       * How that is made of several units, such as `3 × €10.00`; null for one.
       */
      formatted_units: string | null
      /**
       * Unit of the interval.
       */
      interval: IntervalUnit
      /**
       * How many units an interval has.
       */
      interval_count: number
    }
    /**
     * The change of plan that comes at the end of the period; null if there is none.
     */
    scheduled_change: {
      /**
       * The plan that it changes to, at the price that was decided with the change.
       */
      plan: {
        /**
         * Identifier of the plan.
         */
        id: string
        /**
         * Name of the plan.
         */
        name: string
        /**
         * What its quantity costs at every interval without tax that is added, written for the locale.
         */
        formatted_amount: string
        /**
         * How that is made of several units, such as `3 × €10.00`; null for one.
         */
        formatted_units: string | null
        /**
         * Unit of the interval.
         */
        interval: IntervalUnit
        /**
         * How many units an interval has.
         */
        interval_count: number
      }
      /**
       * When it changes, written for the locale in UTC.
       */
      date: string
      /**
       * Whether the customer may take it back: the merchant offers `change_plan`, and the current plan is for sale and of the same group.
       */
      can_undo: boolean
    } | null
    /**
     * When the current period, or trial, ends, written for the locale in UTC.
     */
    period_end: string
    /**
     * The date on which it ends because of the customer’s declaration, if it renews until then; written for the locale, in UTC; otherwise null.
     */
    end_date: string | null
    /**
     * The charge to come, line by line; null if none is to come, and while the subscription is past due.
     */
    next_charge: {
      /**
       * Minor units, tax included.
       */
      amount: number
      /**
       * The amount, written for the locale.
       */
      formatted_amount: string
      /**
       * When it falls due, written for the locale in UTC.
       */
      date: string
      /**
       * Lines that sum to the amount, if it is not the recurring price; else `[]`.
       */
      lines: {
        /**
         * `plan`: the price. `discount`: what a discount takes off it. `trial`: the trial’s price. `credit`: unused time that lowers what is due. `kept`: the part of that credit that is left for later charges. `customer_credit`: the customer’s own credit that is spent (`balances` of the customer). `surcharge`: what an earlier plan change left to be charged. `rounding`: what cannot be charged now, because the processor takes the currency only in steps; a subscription owes it with its next charge, where the line is positive. `tax`: tax on top. `verification`: a method is checked and nothing charged. `rest`: the rest of the running period at the price of the plan that is changed to.
         */
        kind:
          | 'plan'
          | 'discount'
          | 'trial'
          | 'credit'
          | 'kept'
          | 'customer_credit'
          | 'surcharge'
          | 'rounding'
          | 'tax'
          | 'verification'
          | 'rest'
        /**
         * Name of the plan that the line is about; of a discount its name; of the customer’s credit a word for it in the locale; of tax its rate, behind its name if there are several.
         */
        label: string
        /**
         * The line’s amount, written for the locale.
         */
        formatted_amount: string
        /**
         * How the amount is made of several units, such as `3 × €10.00`; absent for one.
         */
        formatted_units?: string | undefined
      }[]
    } | null
    /**
     * Its discount; null if it has none, and where `next_charge` is null.
     */
    discount: {
      /**
       * Name of the discount as it was redeemed.
       */
      name: string
      /**
       * What it takes off, written for the locale: `20%` or `€2.00`.
       */
      formatted_off: string
      /**
       * What a period, or the one-off plan, costs with it, tax included, written for the locale.
       */
      formatted_amount: string
      /**
       * The end of the discount; null if it never ends, and for a one-off plan.
       */
      ends: {
        /**
         * When the first charge without it falls due.
         */
        at: string
        /**
         * The same, written for the locale in UTC.
         */
        date: string
        /**
         * What every period costs from then on, tax included.
         */
        formatted_amount: string
      } | null
    } | null
    /**
     * Payment method that it is charged by; null if it has none.
     */
    method: SavedMethod | null
    /**
     * The quantities of its plan that the customer can change to; null if the merchant does not offer `change_plan`, your `portal_changes` would not charge for more units, the plan is archived or sold in one quantity only, or the status does not allow a change.
     */
    quantities: {
      /**
       * The quantity now.
       */
      quantity: number
      /**
       * The smallest quantity of the plan.
       */
      min: number
      /**
       * The largest quantity of the plan.
       */
      max: number
    } | null
    /**
     * Plans that it can change to; `[]` if there are none, the merchant does not offer `change_plan`, or its status does not allow a change.
     */
    alternatives: {
      /**
       * Identifier of the plan.
       */
      id: string
      /**
       * Name of the plan.
       */
      name: string
      /**
       * What its quantity costs at every interval without tax that is added, written for the locale.
       */
      formatted_amount: string
      /**
       * How that is made of several units, such as `3 × €10.00`; null for one.
       */
      formatted_units: string | null
      /**
       * Unit of the interval.
       */
      interval: IntervalUnit
      /**
       * How many units an interval has.
       */
      interval_count: number
    }[]
  }[]
  /**
   * Stored methods of the customer, oldest first.
   */
  payment_methods: SavedMethod[]
  /**
   * The latest 24 payments that were paid or are under way; `[]` if the merchant does not offer them here.
   */
  payments: {
    /**
     * Identifier of the payment.
     */
    id: string
    /**
     * What became of the payment.
     */
    status: PaymentStatus
    /**
     * When it was made, written for the locale in UTC.
     */
    date: string
    /**
     * Name of the plan that it was for.
     */
    plan_name: string
    /**
     * The amount, written for the locale.
     */
    formatted_amount: string
    /**
     * What was refunded of it, written for the locale; null if nothing was.
     */
    formatted_refunded: string | null
    /**
     * The lines of its receipt, which sum to the amount.
     */
    lines: {
      /**
       * `plan`: the price. `discount`: what a discount takes off it. `trial`: the trial’s price. `credit`: unused time that lowers what is due. `kept`: the part of that credit that is left for later charges. `customer_credit`: the customer’s own credit that is spent (`balances` of the customer). `surcharge`: what an earlier plan change left to be charged. `rounding`: what cannot be charged now, because the processor takes the currency only in steps; a subscription owes it with its next charge, where the line is positive. `tax`: tax on top. `verification`: a method is checked and nothing charged.
       */
      kind:
        | 'plan'
        | 'discount'
        | 'trial'
        | 'credit'
        | 'kept'
        | 'customer_credit'
        | 'surcharge'
        | 'rounding'
        | 'tax'
        | 'verification'
      /**
       * Name of the plan that the line is about; of a discount its name; of the customer’s credit a word for it in the locale; of tax its rate, behind its name if there are several.
       */
      label: string
      /**
       * The line’s amount, written for the locale.
       */
      formatted_amount: string
      /**
       * How the amount is made of several units, such as `3 × €10.00`; absent for one.
       */
      formatted_units?: string | undefined
    }[]
    /**
     * What it was paid with; null if it is not known.
     */
    method: SavedMethod | null
  }[]
  /**
   * Kinds of tax identifiers that a customer can give.
   */
  tax_id_types: (
    | 'eu_vat'
    | 'au_abn'
    | 'br_cnpj'
    | 'br_cpf'
    | 'ca_bn'
    | 'ch_uid'
    | 'gb_vat'
    | 'in_gstin'
    | 'is_vsk'
    | 'jp_cn'
    | 'kr_brn'
    | 'mx_rfc'
    | 'no_mva'
    | 'nz_ird'
    | 'sg_uen'
    | 'tr_vkn'
    | 'us_ein'
  )[]
  /**
   * Where the customer withdraws from a purchase: the merchant’s page, else ours, else `mailto:` the merchant. Also set if no country is known; null if no law that applies gives the right.
   */
  withdrawal_url: string | null
  /**
   * Address of the link back to the merchant’s site; null: none.
   */
  return_url: string | null
  /**
   * Language tag that every text and amount of this answer is written for.
   */
  locale: string
  /**
   * Whether this is play money or real money.
   */
  mode: 'sandbox' | 'live'
  /**
   * Origin of the document of the card frame; null if it is the billing server’s own.
   */
  frame_origin: string | null
  /**
   * The billing clock.
   */
  now: string
}

/**
 * An hour in which one customer sees and changes what is theirs. Its identifier begins with `portal_`.
 */
export type PortalSession = {
  /**
   * Identifier of the session. It opens nothing.
   */
  id: string
  /**
   * Address of our page `/portal`, for one use within 5 minutes: send the customer there. It is shown this once.
   */
  url: string
  /**
   * When the session ends at the latest, by the wall clock: an hour from now.
   */
  expires_at: string
  /**
   * What the `<billing-portal>` element on a page of yours takes. It is good for 15 minutes; the element renews it as long as the session lasts.
   */
  client_token: string
}

/**
 * The one body of every error.
 */
export type ProblemBody = {
  /**
   * What went wrong.
   */
  error: {
    /**
     * What is wrong. Codes are permanent: decide by them.
     */
    code: ProblemCode
    /**
     * A sentence in English that names the rule and the value met. It may change.
     */
    message: string
    /**
     * Everything that is wrong with the request at once; else `[]`.
     */
    details: {
      /**
       * Path of the field: `query.limit`, `body.plan.id`, `header.Idempotency-Key`.
       */
      path: string
      /**
       * What kind of rule is broken, such as `required` or `too_small`.
       */
      code: string
      /**
       * The rule, and the value that was met.
       */
      message: string
      /**
       * The least that can be charged; only with `below_minimum` of `discount_invalid`.
       */
      minimum?:
        | {
            /**
             * Minor units.
             */
            amount: number
            /**
             * Its currency.
             */
            currency: string
          }
        | undefined
    }[]
    /**
     * Finds the request in the server’s log; also in the header `X-Request-Id`.
     */
    request_id: string
  }
}

/**
 * What would be charged, now and later, as it was shown and will be charged.
 */
export type Quote = {
  /**
   * Identifier of the quote; empty on the receipt of a session that was never quoted.
   */
  id: string
  /**
   * The instant that it was calculated for; unused time is counted from here.
   */
  at: string
  /**
   * Until when what is due stays as it is: half an hour, and never past the end of the running period.
   */
  expires_at: string
  /**
   * The calculation; without the credit that is kept for later, its lines sum to what is due now.
   */
  lines: {
    /**
     * `plan`: the price. `discount`: what a discount takes off it. `trial`: the trial’s price. `credit`: unused time that lowers what is due. `kept`: the part of that credit that is left for later charges. `customer_credit`: the customer’s own credit that is spent (`balances` of the customer). `surcharge`: what an earlier plan change left to be charged. `rounding`: what cannot be charged now, because the processor takes the currency only in steps; a subscription owes it with its next charge, where the line is positive. `tax`: tax on top. `verification`: a method is checked and nothing charged.
     */
    kind:
      | 'plan'
      | 'discount'
      | 'trial'
      | 'credit'
      | 'kept'
      | 'customer_credit'
      | 'surcharge'
      | 'rounding'
      | 'tax'
      | 'verification'
    /**
     * Name of the plan that the line is about; of a discount its name; of tax its name if there are several, else its rate, such as `0.19`.
     */
    label: string
    /**
     * Minor units; negative if it lowers what is due.
     */
    amount: number
    /**
     * How many units of the plan the amount is for; absent: one, or a line that is for none.
     */
    quantity?: number | undefined
  }[]
  /**
   * What is due now before tax that is added on top, in minor units.
   */
  subtotal: number
  /**
   * Tax on the amount due now.
   */
  tax: {
    /**
     * Tax due now, in minor units; also if it is contained in the price.
     */
    amount: number
    /**
     * `exclusive`: added to the price. `inclusive`: contained in it. Null if no tax is collected.
     */
    behavior: 'exclusive' | 'inclusive' | null
    /**
     * Rate as a decimal fraction, `0.19` for 19 %; null if no tax is collected.
     */
    rate: string | null
    /**
     * What the tax is called if it is collected, so that pages can name it; null if none is collected.
     */
    kind: 'vat' | 'gst' | 'hst' | 'qst' | 'sales_tax' | 'consumption_tax' | 'other' | null
    /**
     * Each tax in it; `[]` if none is collected.
     */
    breakdown: {
      /**
       * What the tax is called there, such as `GST`; null if it is the only one, and its kind names it.
       */
      name: string | null
      /**
       * Rate as a decimal fraction, `0.05` for 5 %.
       */
      rate: string
      /**
       * The tax in minor units, rounded by itself.
       */
      amount: number
    }[]
  }
  /**
   * What is charged when the shopper pays.
   */
  due_now: {
    /**
     * Minor units, tax included; 0 if nothing is charged now.
     */
    amount: number
    /**
     * Currency that is charged.
     */
    currency: CurrencyCode
  }
  /**
   * The next charge; null if none is to come.
   */
  next_charge: {
    /**
     * Minor units, tax included.
     */
    amount: number
    /**
     * Currency that is charged.
     */
    currency: CurrencyCode
    /**
     * When it falls due.
     */
    at: string
  } | null
  /**
   * What every interval costs after that; null for a one-off plan.
   */
  recurring: {
    /**
     * Minor units, tax included.
     */
    amount: number
    /**
     * Currency that is charged.
     */
    currency: CurrencyCode
    /**
     * Unit of the billing interval.
     */
    interval: IntervalUnit
    /**
     * How many units make one billing interval.
     */
    interval_count: number
  } | null
  /**
   * Stands for the terms: plan, quantity, due now, tax, trial, recurring price, later charges with their dates (UTC), and currency. Send it as `expected.quote`; other terms are refused with `amount_changed`.
   */
  hash: string
}

/**
 * The amounts and dates of a quote, written for the shopper’s locale.
 */
export type QuoteDisplay = {
  /**
   * The lines of the quote.
   */
  lines: {
    /**
     * `plan`: the price. `discount`: what a discount takes off it. `trial`: the trial’s price. `credit`: unused time that lowers what is due. `kept`: the part of that credit that is left for later charges. `customer_credit`: the customer’s own credit that is spent (`balances` of the customer). `surcharge`: what an earlier plan change left to be charged. `rounding`: what cannot be charged now, because the processor takes the currency only in steps; a subscription owes it with its next charge, where the line is positive. `tax`: tax on top. `verification`: a method is checked and nothing charged.
     */
    kind:
      | 'plan'
      | 'discount'
      | 'trial'
      | 'credit'
      | 'kept'
      | 'customer_credit'
      | 'surcharge'
      | 'rounding'
      | 'tax'
      | 'verification'
    /**
     * Name of the plan that the line is about; of a discount its name; of the customer’s credit a word for it in the locale; of tax its rate, behind its name if there are several.
     */
    label: string
    /**
     * The line’s amount, written for the locale.
     */
    formatted_amount: string
    /**
     * How the amount is made of several units, such as `3 × €10.00`; absent for one.
     */
    formatted_units?: string | undefined
  }[]
  /**
   * What is charged now.
   */
  due_now: PaymentMoney
  /**
   * About the same in the currency of the shopper’s country; null if that is the one that is charged, and on a receipt.
   */
  due_now_local: string | null
  /**
   * The next charge; null if none is to come.
   */
  next_charge: {
    /**
     * The amount, written for the locale.
     */
    formatted_amount: string
    /**
     * When it falls due, written for the locale in UTC.
     */
    date: string
  } | null
  /**
   * Every amount to come, in order: the next charge first, the recurring price last. `[]` if nothing is charged later.
   */
  later_charges: {
    /**
     * Minor units, tax included.
     */
    amount: number
    /**
     * The amount, written for the locale.
     */
    formatted_amount: string
    /**
     * When it falls due, written for the locale in UTC.
     */
    date: string
    /**
     * Lines that sum to the amount, if it is not the recurring price; else `[]`.
     */
    lines: {
      /**
       * `plan`: the price. `discount`: what a discount takes off it. `trial`: the trial’s price. `credit`: unused time that lowers what is due. `kept`: the part of that credit that is left for later charges. `customer_credit`: the customer’s own credit that is spent (`balances` of the customer). `surcharge`: what an earlier plan change left to be charged. `rounding`: what cannot be charged now, because the processor takes the currency only in steps; a subscription owes it with its next charge, where the line is positive. `tax`: tax on top. `verification`: a method is checked and nothing charged. `rest`: the rest of the running period at the price of the plan that is changed to.
       */
      kind:
        | 'plan'
        | 'discount'
        | 'trial'
        | 'credit'
        | 'kept'
        | 'customer_credit'
        | 'surcharge'
        | 'rounding'
        | 'tax'
        | 'verification'
        | 'rest'
      /**
       * Name of the plan that the line is about; of a discount its name; of the customer’s credit a word for it in the locale; of tax its rate, behind its name if there are several.
       */
      label: string
      /**
       * The line’s amount, written for the locale.
       */
      formatted_amount: string
      /**
       * How the amount is made of several units, such as `3 × €10.00`; absent for one.
       */
      formatted_units?: string | undefined
    }[]
  }[]
  /**
   * What every interval costs after that; null for a one-off plan.
   */
  recurring: {
    /**
     * The amount, written for the locale.
     */
    formatted_amount: string
  } | null
  /**
   * Day on which the trial ends, written for the locale in UTC; null without a trial.
   */
  trial_end: string | null
  /**
   * Tax on the amount due now; null if none is collected.
   */
  tax: {
    /**
     * Tax due now, written for the locale.
     */
    formatted_amount: string
    /**
     * The rate in per cent, written for the locale.
     */
    rate: string
    /**
     * Each tax if there are several; else `[]`.
     */
    parts: {
      /**
       * Name and rate of one tax, written for the locale.
       */
      label: string
      /**
       * That tax, written for the locale.
       */
      formatted_amount: string
    }[]
  } | null
}

/**
 * A link to a page of ours on which a customer pays what a subscription owes, without signing in.
 */
export type RecoveryLink = {
  /**
   * Address of the page. Anyone who has it can see plan and amount, and pay. It is shown this once.
   */
  url: string
  /**
   * When the link ends at the latest, by the wall clock: 30 days from now.
   */
  expires_at: string
}

/**
 * One refund of a payment.
 */
export type Refund = {
  /**
   * Identifier of the refund.
   */
  id: string
  /**
   * Minor units of the payment’s currency.
   */
  amount: number
  /**
   * The same in US cents at the payment’s rate; null if the payment has no amount in US dollars.
   */
  amount_usd: number | null
  /**
   * The part of the payment’s tax that goes back with it, in minor units.
   */
  amount_tax: number
  /**
   * Each tax in it; `[]` if the payment has none.
   */
  tax_breakdown: {
    /**
     * What the tax is called there, such as `GST`; null if it is the only one, and its kind names it.
     */
    name: string | null
    /**
     * Rate as a decimal fraction, `0.05` for 5 %.
     */
    rate: string
    /**
     * The tax in minor units, rounded by itself.
     */
    amount: number
  }[]
  /**
   * When it was requested, by the billing clock.
   */
  created_at: string
  /**
   * The processor’s identifier of the refund; null until it has answered.
   */
  processor_transaction_id: string | null
  /**
   * `pending`: the processor has not answered. `succeeded`: the money goes back. `failed`: it does not.
   */
  status: RefundStatus
  /**
   * Why, as you said when you asked for it; null if you did not, and always for a client token.
   */
  reason: string | null
  /**
   * When its status last changed, by the billing clock.
   */
  updated_at: string
}

/**
 * An email with its rendered text, for a merchant who sends it.
 */
export type RenderedEmail = {
  /**
   * Identifier of the email.
   */
  id: string
  /**
   * What the email is about.
   */
  kind:
    | 'order_confirmation'
    | 'receipt'
    | 'refund'
    | 'trial_ending'
    | 'renewal_notice'
    | 'price_change'
    | 'reminder'
    | 'payment_failed'
    | 'payment_method_missing'
    | 'card_expiring'
    | 'plan_changed'
    | 'change_scheduled'
    | 'cancellation'
    | 'withdrawal'
    | 'sign_in'
    | 'email_changed'
  /**
   * The customer it is for; null if it goes to the address that was typed, to acknowledge a declaration or to sign in.
   */
  customer_id: string | null
  /**
   * The subscription it is about; null if it is about none.
   */
  subscription_id: string | null
  /**
   * The payment it is about; null if it is about none.
   */
  payment_id: string | null
  /**
   * The address: the customer’s at the first try; of a copy to the original address, that of the first email. Null before that, and after the customer was erased.
   */
  to: string | null
  /**
   * Language tag of its text; null before the first try, except in a copy.
   */
  locale: string | null
  /**
   * What the email states, as it was when its cause happened: `amount` in minor units, `currency`, dates (`charged_at` of an announced charge, `next_charge_at`, `next_try_at`, `ends_at`), names of plans with their quantity if it is above 1 (`plan_before`, `plan_after`), how often the subscription renews before `ends_at` (`renewals`), why a scheduled change is not made (`dropped`: `taken_back` or `refused`), what a period costs until a discount ends and from then on (`price_before`, `price_after`), `refund_id`, `decline_code`, `declaration_id`, `portal_session_id`, `ended_by` (`unpaid` or `merchant`) and `quantity`.
   */
  facts: { [key: string]: Json }
  /**
   * `queued`: it waits, and may still be suppressed. `sent`: the mail server has accepted it, the sandbox has stored it, or you got it as `email.ready`. `failed`: the mail server refused it, or accepted it on no try in three days. `suppressed`: it was not sent, for the reason given.
   */
  status: 'queued' | 'sent' | 'failed' | 'suppressed'
  /**
   * Why it was not sent; null if it was, or will be. `customer_erased`, `no_address`: there is no one to send it to, such as to an address that asked to sign in and is no customer’s. `no_mailer`: the server has no mail server. `not_needed`: what it says is no longer true, or what it asks for is no longer wanted. `refused`: the mail server refused it. `switched_off`: your settings switch it off. `undeliverable`: the mail server accepted it on no try in three days.
   */
  reason:
    | 'customer_erased'
    | 'no_address'
    | 'no_mailer'
    | 'not_needed'
    | 'refused'
    | 'switched_off'
    | 'undeliverable'
    | null
  /**
   * How often it was prepared to be sent.
   */
  tries: number
  /**
   * Its `Message-ID`, the same on every try; null before the first try, and without a mail server.
   */
  message_id: string | null
  /**
   * When it falls due, by the billing clock.
   */
  due_at: string
  /**
   * When it became `sent`, by the billing clock; null if it has not.
   */
  sent_at: string | null
  /**
   * When its cause happened, by the billing clock.
   */
  created_at: string
  /**
   * Its subject.
   */
  subject: string
  /**
   * Its plain text.
   */
  text: string
  /**
   * The same as an HTML document, without images, scripts or remote parts.
   */
  html: string
}

/**
 * The billing clock of a sandbox, and what moving it made happen.
 */
export type SandboxClock = {
  /**
   * What the billing clock says now.
   */
  now: string
  /**
   * What happened to your subscriptions and payments while the clock moved, in order of time; `[]` if the clock was only read.
   */
  ran: {
    /**
     * When it happened, by the billing clock.
     */
    at: string
    /**
     * What happened, such as `subscription.renewed` or `payment.settled`.
     */
    what: string
    /**
     * Identifier of the subscription or payment that it happened to.
     */
    id: string
  }[]
}

/**
 * A stored payment method, with only the details by which its holder recognizes it.
 */
export type SavedMethod = {
  /**
   * Identifier of the payment method; pay with it as `payment_method.id`.
   */
  id: string
  /**
   * Kind of the payment method.
   */
  type: PaymentMethodType
  /**
   * Card network in lower case; null for an account.
   */
  brand: string | null
  /**
   * Last four digits of the card; null for an account.
   */
  last4: string | null
  /**
   * Month in which the card expires; null for an account.
   */
  exp_month: number | null
  /**
   * Year in which the card expires; null for an account.
   */
  exp_year: number | null
  /**
   * What its holder knows an account by: a masked e-mail address, a user name; null for a card.
   */
  label: string | null
}

/**
 * Why a payment is in its status.
 */
export type StatusReason = {
  /**
   * The outcome in lower case: `approved`, `declined`, `blocked`, `failed`, `cancelled` or `unwanted`, which was paid too late and goes back.
   */
  status: string
  /**
   * The reason behind the outcome.
   */
  status_reason: {
    /**
     * Whether trying again may help; null if the payment was not declined.
     */
    advice_code: AdviceCode | null
    /**
     * Why it was declined; null if it was not.
     */
    decline_code: DeclineCode | null
    /**
     * A sentence in English for you, not for shoppers; null if there is nothing to say. A client token does not learn which rule blocked a payment.
     */
    message: string | null
  }
}

/**
 * A customer’s subscription to a recurring plan. It renews by itself until it is cancelled.
 */
export type Subscription = {
  /**
   * Identifier of the subscription.
   */
  id: string
  /**
   * `trial`: before its first full charge. `active`: paid for. `past_due`: a charge is owed and tried again. `scheduled_for_cancellation`: ends with its paid period. `cancelled`: has ended; it may be started again.
   */
  status: SubscriptionStatus
  /**
   * Whose subscription it is.
   */
  customer: {
    /**
     * Identifier of the customer.
     */
    id: string
    /**
     * Your own identifier of the customer; null if you gave none, and always for a client token.
     */
    external_id: string | null
    /**
     * E-mail address of the customer; null if it is not known. For the client token of a checkout it is masked.
     */
    email: string | null
  }
  /**
   * The stored method that is charged next; null if there is none, and always for the client token of a checkout. A method that was detached stays here until another takes its place, but it is not charged: it is not in the customer’s `payment_methods`.
   */
  payment_method_id: string | null
  /**
   * Plan of the subscription with the one price that it pays.
   */
  plan: SubscriptionPlan
  /**
   * How many units of the plan it has; a period costs that many times the price, less its discount.
   */
  quantity: number
  /**
   * The discount that its next charges have; null if there is none, or its periods are used up. A discount of a trial waits for the first full charge.
   */
  discount: {
    /**
     * Identifier of the discount.
     */
    id: string
    /**
     * Name of the discount as it was redeemed.
     */
    name: string
    /**
     * Per cent of the price; null if an amount is taken off.
     */
    percent_off: number | null
    /**
     * Amount off the price of each period; null if a percentage is taken off.
     */
    amount_off: {
      /**
       * Minor units.
       */
      amount: number
      /**
       * Its currency.
       */
      currency: CurrencyCode
    } | null
    /**
     * `once`: one paid period. `periods`: a number of paid periods. `forever`: every one.
     */
    duration: 'once' | 'periods' | 'forever'
    /**
     * How many paid periods it still lowers, the next full charge included; null: every one.
     */
    periods_left: number | null
    /**
     * What a period costs with the discount, in minor units of the subscription’s currency, before tax that is added on top. After a scheduled change that keeps the discount it is on the new price.
     */
    period_amount: number
    /**
     * What a period costs from `ends_at` on, before tax that is added on top; null if that is null.
     */
    period_amount_after: number | null
    /**
     * When the first charge without it falls due, as far as is known now; null if it never ends, and if no charge is to come.
     */
    ends_at: string | null
  } | null
  /**
   * When the subscription began, by the billing clock.
   */
  created_at: string
  /**
   * When the subscription last changed, by the billing clock.
   */
  updated_at: string
  /**
   * When the current period, or trial, began.
   */
  current_period_start: string
  /**
   * When the current period, or trial, ends.
   */
  current_period_end: string
  /**
   * When it is charged next, or tried again while it is past due; null if no charge is to come.
   */
  next_billing_date: string | null
  /**
   * Credit for later charges of this subscription, or a surcharge if it is negative. Plan changes, restarts, refunds and disputes change it. Credit lowers later charges and is never paid out. When the subscription has ended, its credit moves to `balances` of the customer; a surcharge stays.
   */
  balance: {
    /**
     * Minor units, before tax that is added on top. Positive: credit. Negative: a surcharge that the next charge collects. 0 if there is neither.
     */
    amount: number
    /**
     * Currency of the subscription.
     */
    currency: CurrencyCode
  }
  /**
   * The change of plan that waits for the end of the current period; null if there is none. The next charge is for its plan. Any other change of plan, status or next billing date removes it.
   */
  scheduled_change: {
    /**
     * The plan that it changes to, with the price that was decided when it was scheduled.
     */
    plan: SubscriptionPlan
    /**
     * The quantity that it changes to.
     */
    quantity: number
    /**
     * When it changes: at the end of the current period or trial, with the next charge.
     */
    at: string
  } | null
  /**
   * Why it was cancelled; null unless it is `cancelled`, `scheduled_for_cancellation`, or ends after its current period because a consumer’s declaration requests that.
   */
  cancellation: Cancellation | null
  /**
   * Progress of the retries; null unless `status` is `past_due`.
   */
  past_due: {
    /**
     * How many times the owed charge was tried and declined.
     */
    attempt_count: number
    /**
     * After so many declined tries the subscription is cancelled.
     */
    max_attempts_count: number
  } | null
  /**
   * Your own keys and values; `{}` if there are none, and always for a client token.
   */
  metadata: Metadata
}

/**
 * A plan inside a subscription, with the one price that this subscription pays.
 */
export type SubscriptionPlan = {
  /**
   * Identifier of the plan.
   */
  id: string
  /**
   * Name that shoppers see.
   */
  name: string
  /**
   * `recurring`: charged at every interval. `one-off`: charged once.
   */
  type: PlanType
  /**
   * Unit of the billing interval; null for a one-off plan.
   */
  interval: IntervalUnit | null
  /**
   * How many units make one billing interval: `3` and `months` is a quarter; null for a one-off plan.
   */
  interval_count: number | null
  /**
   * Tax of the plan.
   */
  tax: {
    /**
     * Whether tax is collected where your organization is registered for it; null: as your organization’s settings say.
     */
    collect_tax: boolean | null
  }
  /**
   * Unit of the trial’s length; null without a trial.
   */
  trial_interval: IntervalUnit | null
  /**
   * How many units the trial lasts; null without a trial.
   */
  trial_interval_count: number | null
  /**
   * Price of one unit that this subscription pays at every interval, before tax that is added to it.
   */
  price: Money
  /**
   * What its trial cost, for one unit; null if it had none, or had it for free.
   */
  trial_price: Money | null
}

/**
 * A tax identifier of a customer. It is printed on receipts and changes no tax.
 */
export type TaxId = {
  /**
   * What kind of identifier it is. `eu_vat`: a VAT identification number, with the prefix of its country.
   */
  type:
    | 'eu_vat'
    | 'au_abn'
    | 'br_cnpj'
    | 'br_cpf'
    | 'ca_bn'
    | 'ch_uid'
    | 'gb_vat'
    | 'in_gstin'
    | 'is_vsk'
    | 'jp_cn'
    | 'kr_brn'
    | 'mx_rfc'
    | 'no_mva'
    | 'nz_ird'
    | 'sg_uen'
    | 'tr_vkn'
    | 'us_ein'
  /**
   * The identifier, in capitals and without separators.
   */
  value: string
}

/**
 * An event as an endpoint that asks for `thin` payloads is sent it; the object is read by its id.
 */
export type ThinEvent = {
  /**
   * Identifier of the event. Pass it as `after` to continue, and recognise by it an event that you have processed.
   */
  id: string
  /**
   * What happened. Types may be added: ignore those that you do not know.
   */
  type: EventType
  /**
   * When the change was made, by the billing clock.
   */
  created_at: string
  /**
   * What the event is about, by its id.
   */
  data: {
    /**
     * What the event is about.
     */
    object: {
      /**
       * Identifier of the object; null if it has none.
       */
      id: string | null
    }
  }
}

/**
 * How the cardholder was authenticated (EMV 3-D Secure).
 */
export type ThreeDSecure = {
  /**
   * `frictionless`: the bank asked nothing. `challenge`: the holder confirmed. Null if it did not run.
   */
  authentication_flow: 'frictionless' | 'challenge' | null
  /**
   * What came of it.
   */
  status: 'authenticated' | 'attempted' | 'failed' | 'rejected' | 'unavailable' | 'challenge_required' | 'not_performed'
  /**
   * A sentence about that in English; null if there is nothing to say.
   */
  status_reason: string | null
  /**
   * Identifier of the authentication; null if it did not run.
   */
  transaction_id: string | null
  /**
   * Version of the protocol, such as `2.2.0`; null if it did not run.
   */
  version: string | null
  /**
   * What the network recorded; null if it recorded nothing.
   */
  electronic_commerce_indicator: {
    /**
     * Whether the bank, not you, bears the loss if the holder denies the payment.
     */
    liability_shift: boolean
    /**
     * The indicator in words; the digits mean opposite things at Visa and Mastercard.
     */
    result: string
    /**
     * The two digits that the network uses.
     */
    value: string
  } | null
}

/**
 * One event that is sent to one endpoint. It is kept for 30 days, and longer while it is pending.
 */
export type WebhookDelivery = {
  /**
   * Identifier of the delivery.
   */
  id: string
  /**
   * Identifier of the endpoint.
   */
  endpoint_id: string
  /**
   * Identifier of the event; each try carries it as `webhook-id`.
   */
  event_id: string
  /**
   * Type of the event.
   */
  event_type: string
  /**
   * `pending`: it will be tried, again or at all. `delivered`: it has arrived. `failed`: it is not tried any more.
   */
  status: 'pending' | 'delivered' | 'failed'
  /**
   * Its tries so far, the first one first.
   */
  attempts: {
    /**
     * When it was tried, by the wall clock.
     */
    at: string
    /**
     * HTTP status of the answer; null if there was none.
     */
    response_status: number | null
    /**
     * The first 2 kB of the answer; null if there was none.
     */
    response_body: string | null
    /**
     * Why it counts as failed, in English; null if it has arrived.
     */
    error: string | null
  }[]
  /**
   * When it is sent next, by the wall clock; null if it will not be. The delivery waits while its endpoint fails or is disabled. If the endpoint is ordered, the delivery also waits for earlier events of its subject.
   */
  next_attempt_at: string | null
  /**
   * When it was tried first or asked for, by the billing clock.
   */
  created_at: string
}

/**
 * A URL that receives events. Each event is sent until the endpoint accepts it, so it arrives at least once.
 */
export type WebhookEndpoint = {
  /**
   * Identifier of the endpoint.
   */
  id: string
  /**
   * Where events are sent by POST.
   */
  url: string
  /**
   * Your own words for it; null if you gave none.
   */
  description: string | null
  /**
   * Types of events that are sent to it; `["*"]`: all, those of later versions too.
   */
  event_types: string[]
  /**
   * `parallel`: events are sent as they happen, several at a time, so they may come out of order. `ordered`: those of one subscription, else of one payment, else of one customer or payment method, are sent one after the other; one that fails holds up the later ones of its subject, and no others, until it has arrived or is given up.
   */
  mode: 'parallel' | 'ordered'
  /**
   * `full`: events are sent as `findEvents` shows them. `thin`: only `id`, `type`, `created_at` and the id of the object, which you then read.
   */
  payload: 'full' | 'thin'
  /**
   * Whether events are sent to it.
   */
  enabled: boolean
  /**
   * `merchant`: you disabled it. `failing`: nothing arrived for five days. `gone`: it answered 410. null while it is enabled.
   */
  disabled_reason: 'merchant' | 'failing' | 'gone' | null
  /**
   * Since when nothing has arrived, by the wall clock; null while deliveries succeed.
   */
  failing_since: string | null
  /**
   * How many events it has not been sent yet, of whatever type; 1000 if there are more.
   */
  events_behind: number
  /**
   * When the endpoint was created, by the billing clock.
   */
  created_at: string
  /**
   * When you changed it last, by the billing clock.
   */
  updated_at: string
}

/**
 * An endpoint with its secret, which no other answer shows.
 */
export type WebhookEndpointWithSecret = {
  /**
   * Identifier of the endpoint.
   */
  id: string
  /**
   * Where events are sent by POST.
   */
  url: string
  /**
   * Your own words for it; null if you gave none.
   */
  description: string | null
  /**
   * Types of events that are sent to it; `["*"]`: all, those of later versions too.
   */
  event_types: string[]
  /**
   * `parallel`: events are sent as they happen, several at a time, so they may come out of order. `ordered`: those of one subscription, else of one payment, else of one customer or payment method, are sent one after the other; one that fails holds up the later ones of its subject, and no others, until it has arrived or is given up.
   */
  mode: 'parallel' | 'ordered'
  /**
   * `full`: events are sent as `findEvents` shows them. `thin`: only `id`, `type`, `created_at` and the id of the object, which you then read.
   */
  payload: 'full' | 'thin'
  /**
   * Whether events are sent to it.
   */
  enabled: boolean
  /**
   * `merchant`: you disabled it. `failing`: nothing arrived for five days. `gone`: it answered 410. null while it is enabled.
   */
  disabled_reason: 'merchant' | 'failing' | 'gone' | null
  /**
   * Since when nothing has arrived, by the wall clock; null while deliveries succeed.
   */
  failing_since: string | null
  /**
   * How many events it has not been sent yet, of whatever type; 1000 if there are more.
   */
  events_behind: number
  /**
   * When the endpoint was created, by the billing clock.
   */
  created_at: string
  /**
   * When you changed it last, by the billing clock.
   */
  updated_at: string
  /**
   * Secret that signs deliveries. Only the answers to creating and rotating contain it, also when the request is repeated under its `Idempotency-Key`. Keep it like a password.
   */
  secret: string
}

/** The query of `findCustomers`. */
export type FindCustomersQuery = {
  /**
   * Items per page, 1 to 1000. Default 100.
   */
  limit?: number | undefined
  /**
   * Page number from 1. Default 1. A page past the end is empty.
   */
  page?: number | undefined
  /**
   * `asc`: ascending. `desc`: descending, the default.
   */
  order?: 'asc' | 'desc' | undefined
  /**
   * What to sort by. Default created_at. Ties break by id. By updated_at, email, full_name, external_id, a row that changes between two pages may come twice, or push another out of both: page by created_at where each row has to come once.
   */
  sort?: 'created_at' | 'updated_at' | 'email' | 'full_name' | 'external_id' | undefined
  /**
   * Only rows created at or before it, as they are when a page is read. Page with the value echoed in meta to see each row exactly once, as long as neither the sort nor a filter is by what changes meanwhile.
   */
  snapshot_at?: string | undefined
  /**
   * Only items with this text, in upper or lower case, in their id or one of their texts.
   */
  search?: string | undefined
  /**
   * Only the customer whom you know by this `external_id`.
   */
  external_id?: string | undefined
}

/** The body of `updateCustomer`. */
export type UpdateCustomerBody = {
  /**
   * E-mail address; null clears it. From the portal, it takes effect once the customer confirms it on the page behind a link to the new address.
   */
  email?: string | null | undefined
  /**
   * Language tag of the emails to the customer; null clears it. A paid session with `options.locale` replaces it.
   */
  locale?: string | null | undefined
  /**
   * Address by which prices are selected and tax is decided; null clears it.
   */
  address?:
    | {
        /**
         * City or town.
         */
        city?: string | null | undefined
        /**
         * Country: two letters of ISO 3166-1 in upper case, such as `DE`.
         */
        country?: CountryCode | null | undefined
        /**
         * Street and number.
         */
        line1?: string | null | undefined
        /**
         * Flat, floor, company and the like.
         */
        line2?: string | null | undefined
        /**
         * Postal code as it is written in that country.
         */
        postal_code?: string | null | undefined
        /**
         * State, province or region, as it was given: a code such as `CA` where tax depends on it.
         */
        state?: string | null | undefined
      }
    | null
    | undefined
  /**
   * Tax identifiers, which replace those that the customer has; null clears them.
   */
  tax_ids?:
    | readonly {
        /**
         * What kind of identifier it is. `eu_vat`: a VAT identification number, with the prefix of its country.
         */
        type:
          | 'eu_vat'
          | 'au_abn'
          | 'br_cnpj'
          | 'br_cpf'
          | 'ca_bn'
          | 'ch_uid'
          | 'gb_vat'
          | 'in_gstin'
          | 'is_vsk'
          | 'jp_cn'
          | 'kr_brn'
          | 'mx_rfc'
          | 'no_mva'
          | 'nz_ird'
          | 'sg_uen'
          | 'tr_vkn'
          | 'us_ein'
        /**
         * The identifier. Its form and its check digits have to be right; separators are ignored.
         */
        value: string
      }[]
    | null
    | undefined
  /**
   * Keys and values to set; a null value deletes its key, null deletes all.
   */
  metadata?: { [key: string]: Json } | null | undefined
}

/** The body of `updateClientSession`. */
export type UpdateClientSessionBody = {
  /**
   * Who buys. What is said here overwrites what is known of the customer once the session is paid.
   */
  customer?:
    | {
        /**
         * Identifier of a customer that exists; instead of `external_id`.
         */
        id?: string | null | undefined
        /**
         * Your own identifier: names the customer that has it, or the one that the first payment creates.
         */
        external_id?: string | null | undefined
        /**
         * E-mail address.
         */
        email?: string | null | undefined
        /**
         * Name of the customer.
         */
        full_name?: string | null | undefined
        /**
         * Telephone number in any form.
         */
        phone?: string | null | undefined
        /**
         * Address; its country selects prices, and it decides about tax.
         */
        address?:
          | {
              /**
               * City or town.
               */
              city?: string | null | undefined
              /**
               * Country: two letters of ISO 3166-1 in upper case, such as `DE`.
               */
              country?: CountryCode | null | undefined
              /**
               * Street and number.
               */
              line1?: string | null | undefined
              /**
               * Flat, floor, company and the like.
               */
              line2?: string | null | undefined
              /**
               * Postal code as it is written in that country.
               */
              postal_code?: string | null | undefined
              /**
               * State, province or region, as it was given: a code such as `CA` where tax depends on it.
               */
              state?: string | null | undefined
            }
          | null
          | undefined
        /**
         * Short for `address.country`.
         */
        country?: CountryCode | null | undefined
        /**
         * Keys and values of your own for the customer.
         */
        metadata?: { [key: string]: Json } | null | undefined
      }
    | null
    | undefined
  /**
   * What is bought, or changed to.
   */
  plan?:
    | {
        /**
         * Identifier of the plan.
         */
        id?: string | null | undefined
        /**
         * How many units of the plan, within its `quantity`. Default: that of the subscription that changes, raised to the plan’s smallest or lowered to its largest; for a purchase the smallest. Another quantity of the same plan is a change of plan.
         */
        quantity?: number | null | undefined
      }
    | null
    | undefined
  /**
   * The discount that a purchase of the plan redeems. One that cannot be redeemed is refused with `discount_invalid`. A subscription that exists keeps its own.
   */
  discount?:
    | {
        /**
         * Identifier of the discount.
         */
        id?: string | null | undefined
        /**
         * Code of the discount, compared without case; instead of `id`.
         */
        code?: string | null | undefined
      }
    | null
    | undefined
  /**
   * The subscription that is changed, or what a new one carries.
   */
  subscription?:
    | {
        /**
         * Identifier of a subscription that exists; absent where a new one begins.
         */
        id?: string | null | undefined
        /**
         * Keys and values of your own for the subscription.
         */
        metadata?: { [key: string]: Json } | null | undefined
        /**
         * How a change of plan is billed. `at_period_end` switches the plan when the current period ends, every other mode at once. Default `prorated_immediately`.
         */
        proration_billing_mode?: ProrationBillingMode | null | undefined
      }
    | null
    | undefined
  /**
   * What the session’s payment carries.
   */
  payment?:
    | {
        /**
         * Keys and values of your own for the payment.
         */
        metadata?: { [key: string]: Json } | null | undefined
        /**
         * What the bank statement says: 5 to 22 characters. Default: the organization’s own.
         */
        statement_descriptor?: string | null | undefined
      }
    | null
    | undefined
  /**
   * How the checkout behaves.
   */
  options?:
    | {
        /**
         * Whether the session is answered with amounts ready for display. Default true.
         */
        currency_details?: boolean | null | undefined
        /**
         * Whether stored methods may be used (`saved_or_new`, the default) or new ones only.
         */
        payment_methods_mode?: 'saved_or_new' | 'new_only' | null | undefined
        /**
         * Whether a free trial needs a payment method: `always`, the default, or `if_required`, which starts it without one if your backend names the customer by `id` or `external_id` and no such trial of the plan or its group was started from the same network address in the last 30 days; otherwise the checkout takes a method. An e-mail address that has had the trial gets the price without one. What costs nothing at every renewal never needs a method.
         */
        payment_method_collection?: 'always' | 'if_required' | null | undefined
        /**
         * Language tag of texts and amounts. It never changes price or currency. Default: the page’s. Once the session is paid, it is the `locale` of its customer.
         */
        locale?: string | null | undefined
        /**
         * Seconds until the session expires, 300 to 604800. Default 86400, a day.
         */
        expires_in?: number | null | undefined
        /**
         * Whether a plan’s trial is given once to a customer and card (`once`, the default) or `always`.
         */
        trial?: 'once' | 'always' | null | undefined
        /**
         * Whether the checkout of a purchase has a field for the code of a discount. Default false.
         */
        allow_codes?: boolean | null | undefined
        /**
         * Address of the link back to your site on our page `/pay/{session_id}` after the payment; default: `cancel_url`. The page does not redirect. Its origin must be one of the organization’s `allowed_origins`, and in live mode https.
         */
        return_url?: string | null | undefined
        /**
         * Address of that link until the session is paid; the same rules apply. Not the setting `cancel_url`, where subscriptions are cancelled.
         */
        cancel_url?: string | null | undefined
      }
    | null
    | undefined
}

/** The body of `createPayment`. */
export type CreatePaymentBody = {
  /**
   * Who pays. An API key names the customer by `id`, `external_id`, or both, which must then agree.
   */
  customer?:
    | {
        /**
         * Identifier of the customer.
         */
        id?: string | undefined
        /**
         * Your own identifier of the customer.
         */
        external_id?: string | undefined
      }
    | undefined
  /**
   * What is bought, or changed to. An API key names a plan, a subscription, or both.
   */
  plan?:
    | {
        /**
         * Identifier of the plan.
         */
        id: string
        /**
         * How many units of the plan, within its `quantity`. Default: that of the subscription that changes, raised to the plan’s smallest or lowered to its largest; for a purchase the smallest. Another quantity of the same plan is a change of plan.
         */
        quantity?: number | undefined
      }
    | undefined
  /**
   * The discount that a purchase of the plan redeems; with an API key only. A session names its own. One that cannot be redeemed is refused with `discount_invalid`; if it can no longer be when the payment is opened, with `amount_changed`.
   */
  discount?:
    | {
        /**
         * Identifier of the discount.
         */
        id?: string | null | undefined
        /**
         * Code of the discount, compared without case; instead of `id`.
         */
        code?: string | null | undefined
      }
    | undefined
  /**
   * The subscription that is changed or recovered; absent where a new one begins.
   */
  subscription?:
    | {
        /**
         * Identifier of the subscription.
         */
        id: string
        /**
         * The status that the subscription is expected to have, with an API key only. If it has another one, the request is refused with `subscription_not_changeable`: `past_due` charges only what is owed, and never starts a subscription again that has ended meanwhile.
         */
        status?: 'past_due' | 'cancelled' | undefined
      }
    | undefined
  /**
   * Keys and values of your own for the payment; with an API key only.
   */
  metadata?: { [key: string]: Json } | undefined
  /**
   * What is charged. A client token always names it; without it an API key charges the method that pays the subscription, else the customer’s latest.
   */
  payment_method?:
    | {
        /**
         * Identifier of a stored payment method of the customer.
         */
        id: string
      }
    | {
        /**
         * A card that the card frame sealed.
         */
        type: 'CARD'
        /**
         * The sealed card.
         */
        details: {
          /**
           * What the card frame made of the card: a compact JWE, good for this session, once, for 15 minutes.
           */
          encrypted: string
        }
        /**
         * Address that the bank may check.
         */
        billing_address?:
          | {
              /**
               * City or town.
               */
              city?: string | null | undefined
              /**
               * Country: two letters of ISO 3166-1 in upper case, such as `DE`.
               */
              country?: CountryCode | null | undefined
              /**
               * Street and number.
               */
              line1?: string | null | undefined
              /**
               * Flat, floor, company and the like.
               */
              line2?: string | null | undefined
              /**
               * Postal code as it is written in that country.
               */
              postal_code?: string | null | undefined
              /**
               * State, province or region, as it was given: a code such as `CA` where tax depends on it.
               */
              state?: string | null | undefined
            }
          | null
          | undefined
      }
    | {
        /**
         * A card that was entered in the processor’s own fields.
         */
        type: 'CARD'
        /**
         * The token of the card.
         */
        details: {
          /**
           * What the processor’s fields made of the card; good for one payment.
           */
          processor_token: string
          /**
           * The connection to the processor that made it.
           */
          connection: string
        }
        /**
         * Address that the bank may check.
         */
        billing_address?:
          | {
              /**
               * City or town.
               */
              city?: string | null | undefined
              /**
               * Country: two letters of ISO 3166-1 in upper case, such as `DE`.
               */
              country?: CountryCode | null | undefined
              /**
               * Street and number.
               */
              line1?: string | null | undefined
              /**
               * Flat, floor, company and the like.
               */
              line2?: string | null | undefined
              /**
               * Postal code as it is written in that country.
               */
              postal_code?: string | null | undefined
              /**
               * State, province or region, as it was given: a code such as `CA` where tax depends on it.
               */
              state?: string | null | undefined
            }
          | null
          | undefined
      }
    | {
        /**
         * Kind of the account.
         */
        type: AccountType
        /**
         * Address that the bank may check.
         */
        billing_address?:
          | {
              /**
               * City or town.
               */
              city?: string | null | undefined
              /**
               * Country: two letters of ISO 3166-1 in upper case, such as `DE`.
               */
              country?: CountryCode | null | undefined
              /**
               * Street and number.
               */
              line1?: string | null | undefined
              /**
               * Flat, floor, company and the like.
               */
              line2?: string | null | undefined
              /**
               * Postal code as it is written in that country.
               */
              postal_code?: string | null | undefined
              /**
               * State, province or region, as it was given: a code such as `CA` where tax depends on it.
               */
              state?: string | null | undefined
            }
          | null
          | undefined
      }
    | {
        /**
         * Kind of the wallet.
         */
        type: DeviceWalletType
        /**
         * What the device gave.
         */
        details: {
          /**
           * The payment token that the device gave; good once.
           */
          token: string
        }
        /**
         * Address that the bank may check.
         */
        billing_address?:
          | {
              /**
               * City or town.
               */
              city?: string | null | undefined
              /**
               * Country: two letters of ISO 3166-1 in upper case, such as `DE`.
               */
              country?: CountryCode | null | undefined
              /**
               * Street and number.
               */
              line1?: string | null | undefined
              /**
               * Flat, floor, company and the like.
               */
              line2?: string | null | undefined
              /**
               * Postal code as it is written in that country.
               */
              postal_code?: string | null | undefined
              /**
               * State, province or region, as it was given: a code such as `CA` where tax depends on it.
               */
              state?: string | null | undefined
            }
          | null
          | undefined
      }
    | {
        /**
         * Kind of the wallet.
         */
        type: DeviceWalletType
        /**
         * The token of the card in the wallet.
         */
        details: {
          /**
           * What the processor’s button made of the card in the wallet; good for one payment, and for this kind of wallet alone.
           */
          processor_token: string
          /**
           * The connection to the processor that made it.
           */
          connection: string
        }
        /**
         * Address that the bank may check.
         */
        billing_address?:
          | {
              /**
               * City or town.
               */
              city?: string | null | undefined
              /**
               * Country: two letters of ISO 3166-1 in upper case, such as `DE`.
               */
              country?: CountryCode | null | undefined
              /**
               * Street and number.
               */
              line1?: string | null | undefined
              /**
               * Flat, floor, company and the like.
               */
              line2?: string | null | undefined
              /**
               * Postal code as it is written in that country.
               */
              postal_code?: string | null | undefined
              /**
               * State, province or region, as it was given: a code such as `CA` where tax depends on it.
               */
              state?: string | null | undefined
            }
          | null
          | undefined
      }
    | undefined
  /**
   * What the payer was shown. Any difference is refused with `amount_changed`, and nothing is charged. A client token always sends it, with `quote`.
   */
  expected?:
    | {
        /**
         * What is expected to be charged now, in minor units with tax.
         */
        amount: number
        /**
         * Currency of that amount.
         */
        currency: CurrencyCode
        /**
         * The `hash` of the quote that was shown.
         */
        quote?: string | undefined
      }
    | undefined
  /**
   * What the shopper agreed to. A client token always sends it; an API key need not.
   */
  consent?:
    | {
        /**
         * The words that the shopper saw and agreed to.
         */
        text: string
        /**
         * Language tag of these words.
         */
        locale: string
        /**
         * What the document showed in place of these words, if that was something else, because an extension or a translator had changed it. The first 8 kB are kept with the receipt and marked as unverified; no payment is refused for it.
         */
        displayed_text?: string | undefined
        /**
         * The `consent.version` of the checkout whose rules the words follow.
         */
        version: string
        /**
         * When the shopper agreed.
         */
        at: string
        /**
         * What the shopper requested, by ticking an empty checkbox, before the withdrawal period ends: the `consent.withdrawal.supply` of the checkout. If that is not `none`, the server refuses a widget’s order without this field.
         */
        immediate_supply?: 'service' | 'content' | undefined
      }
    | undefined
  /**
   * Whether to keep the method of a one-off payment for later, which the shopper must have asked for; other payments always keep it. Default false.
   */
  store?: boolean | undefined
}

/** The query of `findPayments`. */
export type FindPaymentsQuery = {
  /**
   * Items per page, 1 to 1000. Default 100.
   */
  limit?: number | undefined
  /**
   * Page number from 1. Default 1. A page past the end is empty.
   */
  page?: number | undefined
  /**
   * `asc`: ascending. `desc`: descending, the default.
   */
  order?: 'asc' | 'desc' | undefined
  /**
   * What to sort by. Default created_at. Ties break by id. By updated_at, payment_status, a row that changes between two pages may come twice, or push another out of both: page by created_at where each row has to come once.
   */
  sort?: 'created_at' | 'updated_at' | 'amount' | 'amount_usd' | 'payment_status' | 'currency_code' | undefined
  /**
   * Only rows created at or before it, as they are when a page is read. Page with the value echoed in meta to see each row exactly once, as long as neither the sort nor a filter is by what changes meanwhile.
   */
  snapshot_at?: string | undefined
  /**
   * Only items with this text, in upper or lower case, in their id or one of their texts.
   */
  search?: string | undefined
  /**
   * Only what was created at this instant or later; a date alone means the start of that day in UTC.
   */
  from?: string | undefined
  /**
   * Only what was created at this instant or earlier; a date alone means the end of that day in UTC.
   */
  to?: string | undefined
  /**
   * Only payments of this customer.
   */
  customer_id?: string | undefined
  /**
   * Only payments of the customer whom you know by this `external_id`.
   */
  external_id?: string | undefined
  /**
   * Only payments for this subscription.
   */
  subscription_id?: string | undefined
  /**
   * Only payments for this plan.
   */
  plan_id?: string | undefined
  /**
   * Amount of at least so many minor units, whatever the currency.
   */
  amount_from?: number | undefined
  /**
   * Amount of at most so many minor units, whatever the currency.
   */
  amount_to?: number | undefined
  /**
   * Only payments in this currency.
   */
  currency_code?: CurrencyCode | undefined
  /**
   * Only payments in this status.
   */
  payment_status?: PaymentStatus | undefined
  /**
   * Only payments in one of these statuses, comma-separated or repeated.
   */
  payment_status_in?: PaymentStatus | readonly PaymentStatus[] | undefined
  /**
   * Only payments in none of these statuses, comma-separated or repeated.
   */
  payment_status_not_in?: PaymentStatus | readonly PaymentStatus[] | undefined
  /**
   * Comma-separated statuses filter like `payment_status_in`; anything else is searched for like `search`.
   */
  payment_status_set?: string | undefined
  /**
   * Only payments with exactly this statement descriptor.
   */
  statement_descriptor?: string | undefined
}

/** The body of `updateSubscription`. */
export type UpdateSubscriptionBody = {
  /**
   * The subscription, and the status, the next billing date or the payment method that it is to take.
   */
  subscription: {
    /**
     * Identifier of the subscription.
     */
    id: string
    /**
     * Status to take: resumed or started again, cancelled now, or ending with its paid period.
     */
    status?: 'active' | 'cancelled' | 'scheduled_for_cancellation' | undefined
    /**
     * When `plan` takes effect: `at_period_end`; absent: now. A client token cannot send it, because its session says so.
     */
    proration_billing_mode?: 'at_period_end' | undefined
    /**
     * `null` takes back the scheduled change; without one it changes nothing. The client token of a checkout cannot.
     */
    scheduled_change?: null | undefined
    /**
     * When the running period or trial is to end and the next charge is made: later than now, within 400 days. A client token cannot move it.
     */
    next_billing_date?: string | undefined
    /**
     * The stored method of its customer that later charges are made with. It is sent alone.
     */
    payment_method_id?: string | undefined
  }
  /**
   * The plan to change to.
   */
  plan?:
    | {
        /**
         * Identifier of a recurring plan; the subscription’s own for another quantity of it.
         */
        id: string
        /**
         * How many units of the plan, within its `quantity`. Default: that of the subscription that changes, raised to the plan’s smallest or lowered to its largest; for a purchase the smallest. Another quantity of the same plan is a change of plan.
         */
        quantity?: number | undefined
      }
    | undefined
  /**
   * What is expected to be charged, 0 for a free change. Any difference is refused with `amount_changed`. A client token sends it with a change of plan, with `quote`.
   */
  expected?:
    | {
        /**
         * What is expected to be charged now, in minor units with tax.
         */
        amount: number
        /**
         * Currency of that amount.
         */
        currency: CurrencyCode
        /**
         * The `hash` of the quote that was shown.
         */
        quote?: string | undefined
      }
    | undefined
  /**
   * What the shopper agreed to. The client token of a checkout always sends it; that of the portal and an API key never do.
   */
  consent?:
    | {
        /**
         * The words that the shopper saw and agreed to.
         */
        text: string
        /**
         * Language tag of these words.
         */
        locale: string
        /**
         * What the document showed in place of these words, if that was something else, because an extension or a translator had changed it. The first 8 kB are kept with the receipt and marked as unverified; no payment is refused for it.
         */
        displayed_text?: string | undefined
        /**
         * The `consent.version` of the checkout whose rules the words follow.
         */
        version: string
        /**
         * When the shopper agreed.
         */
        at: string
        /**
         * What the shopper requested, by ticking an empty checkbox, before the withdrawal period ends: the `consent.withdrawal.supply` of the checkout. If that is not `none`, the server refuses a widget’s order without this field.
         */
        immediate_supply?: 'service' | 'content' | undefined
      }
    | undefined
}

/** The body of `scheduleCancellation`. */
export type ScheduleCancellationBody = {
  /**
   * Why the customer cancels.
   */
  reason?:
    | 'too_expensive'
    | 'unused'
    | 'missing_features'
    | 'low_quality'
    | 'too_complex'
    | 'switched_service'
    | 'customer_service'
    | 'other'
    | undefined
  /**
   * What the customer wrote about it. An erasure removes it.
   */
  comment?: string | undefined
}

/** The query of `findPlans`. */
export type FindPlansQuery = {
  /**
   * Items per page, 1 to 1000. Default 100.
   */
  limit?: number | undefined
  /**
   * Page number from 1. Default 1. A page past the end is empty.
   */
  page?: number | undefined
  /**
   * `asc`: ascending. `desc`: descending, the default.
   */
  order?: 'asc' | 'desc' | undefined
  /**
   * What to sort by. Default created_at. Ties break by id. By updated_at, name, a row that changes between two pages may come twice, or push another out of both: page by created_at where each row has to come once.
   */
  sort?: 'created_at' | 'updated_at' | 'name' | undefined
  /**
   * Only rows created at or before it, as they are when a page is read. Page with the value echoed in meta to see each row exactly once, as long as neither the sort nor a filter is by what changes meanwhile.
   */
  snapshot_at?: string | undefined
  /**
   * Only items with this text, in upper or lower case, in their id or one of their texts.
   */
  search?: string | undefined
  /**
   * Only what was created at this instant or later; a date alone means the start of that day in UTC.
   */
  from?: string | undefined
  /**
   * Only what was created at this instant or earlier; a date alone means the end of that day in UTC.
   */
  to?: string | undefined
  /**
   * `archived`: archived plans, too. Absent: only those for sale.
   */
  include?: 'archived' | undefined
}

/** The body of `advanceSandboxClock`. */
export type AdvanceSandboxClockBody = {
  /**
   * How far to move, as an ISO 8601 duration: `P1M` is a month, `PT12H` half a day. Instead of `to`.
   */
  advance?: string | undefined
  /**
   * Where to move it: an instant that is not before now. Instead of `advance`.
   */
  to?: string | undefined
}

/** The body of `cancelSubscription`. */
export type CancelSubscriptionBody = {
  /**
   * Why the customer cancels.
   */
  reason?:
    | 'too_expensive'
    | 'unused'
    | 'missing_features'
    | 'low_quality'
    | 'too_complex'
    | 'switched_service'
    | 'customer_service'
    | 'other'
    | undefined
  /**
   * What the customer wrote about it. An erasure removes it.
   */
  comment?: string | undefined
}

/** The body of `createClientSession`. */
export type CreateClientSessionBody = {
  /**
   * Who buys. What is said here overwrites what is known of the customer once the session is paid.
   */
  customer?:
    | {
        /**
         * Identifier of a customer that exists; instead of `external_id`.
         */
        id?: string | null | undefined
        /**
         * Your own identifier: names the customer that has it, or the one that the first payment creates.
         */
        external_id?: string | null | undefined
        /**
         * E-mail address.
         */
        email?: string | null | undefined
        /**
         * Name of the customer.
         */
        full_name?: string | null | undefined
        /**
         * Telephone number in any form.
         */
        phone?: string | null | undefined
        /**
         * Address; its country selects prices, and it decides about tax.
         */
        address?:
          | {
              /**
               * City or town.
               */
              city?: string | null | undefined
              /**
               * Country: two letters of ISO 3166-1 in upper case, such as `DE`.
               */
              country?: CountryCode | null | undefined
              /**
               * Street and number.
               */
              line1?: string | null | undefined
              /**
               * Flat, floor, company and the like.
               */
              line2?: string | null | undefined
              /**
               * Postal code as it is written in that country.
               */
              postal_code?: string | null | undefined
              /**
               * State, province or region, as it was given: a code such as `CA` where tax depends on it.
               */
              state?: string | null | undefined
            }
          | null
          | undefined
        /**
         * Short for `address.country`.
         */
        country?: CountryCode | null | undefined
        /**
         * Keys and values of your own for the customer.
         */
        metadata?: { [key: string]: Json } | null | undefined
      }
    | null
    | undefined
  /**
   * What is bought, or changed to.
   */
  plan?:
    | {
        /**
         * Identifier of the plan.
         */
        id?: string | null | undefined
        /**
         * How many units of the plan, within its `quantity`. Default: that of the subscription that changes, raised to the plan’s smallest or lowered to its largest; for a purchase the smallest. Another quantity of the same plan is a change of plan.
         */
        quantity?: number | null | undefined
      }
    | null
    | undefined
  /**
   * The discount that a purchase of the plan redeems. One that cannot be redeemed is refused with `discount_invalid`. A subscription that exists keeps its own.
   */
  discount?:
    | {
        /**
         * Identifier of the discount.
         */
        id?: string | null | undefined
        /**
         * Code of the discount, compared without case; instead of `id`.
         */
        code?: string | null | undefined
      }
    | null
    | undefined
  /**
   * The subscription that is changed, or what a new one carries.
   */
  subscription?:
    | {
        /**
         * Identifier of a subscription that exists; absent where a new one begins.
         */
        id?: string | null | undefined
        /**
         * Keys and values of your own for the subscription.
         */
        metadata?: { [key: string]: Json } | null | undefined
        /**
         * How a change of plan is billed. `at_period_end` switches the plan when the current period ends, every other mode at once. Default `prorated_immediately`.
         */
        proration_billing_mode?: ProrationBillingMode | null | undefined
      }
    | null
    | undefined
  /**
   * What the session’s payment carries.
   */
  payment?:
    | {
        /**
         * Keys and values of your own for the payment.
         */
        metadata?: { [key: string]: Json } | null | undefined
        /**
         * What the bank statement says: 5 to 22 characters. Default: the organization’s own.
         */
        statement_descriptor?: string | null | undefined
      }
    | null
    | undefined
  /**
   * How the checkout behaves.
   */
  options?:
    | {
        /**
         * Whether the session is answered with amounts ready for display. Default true.
         */
        currency_details?: boolean | null | undefined
        /**
         * Whether stored methods may be used (`saved_or_new`, the default) or new ones only.
         */
        payment_methods_mode?: 'saved_or_new' | 'new_only' | null | undefined
        /**
         * Whether a free trial needs a payment method: `always`, the default, or `if_required`, which starts it without one if your backend names the customer by `id` or `external_id` and no such trial of the plan or its group was started from the same network address in the last 30 days; otherwise the checkout takes a method. An e-mail address that has had the trial gets the price without one. What costs nothing at every renewal never needs a method.
         */
        payment_method_collection?: 'always' | 'if_required' | null | undefined
        /**
         * Language tag of texts and amounts. It never changes price or currency. Default: the page’s. Once the session is paid, it is the `locale` of its customer.
         */
        locale?: string | null | undefined
        /**
         * Seconds until the session expires, 300 to 604800. Default 86400, a day.
         */
        expires_in?: number | null | undefined
        /**
         * Whether a plan’s trial is given once to a customer and card (`once`, the default) or `always`.
         */
        trial?: 'once' | 'always' | null | undefined
        /**
         * Whether the checkout of a purchase has a field for the code of a discount. Default false.
         */
        allow_codes?: boolean | null | undefined
        /**
         * Address of the link back to your site on our page `/pay/{session_id}` after the payment; default: `cancel_url`. The page does not redirect. Its origin must be one of the organization’s `allowed_origins`, and in live mode https.
         */
        return_url?: string | null | undefined
        /**
         * Address of that link until the session is paid; the same rules apply. Not the setting `cancel_url`, where subscriptions are cancelled.
         */
        cancel_url?: string | null | undefined
      }
    | null
    | undefined
}

/** The body of `createCustomer`. */
export type CreateCustomerBody = {
  /**
   * Your own identifier, unique within your organization.
   */
  external_id?: string | null | undefined
  /**
   * Name of the customer.
   */
  full_name?: string | null | undefined
  /**
   * E-mail address.
   */
  email?: string | null | undefined
  /**
   * Telephone number in any form.
   */
  phone?: string | null | undefined
  /**
   * Language tag of the emails to the customer. A paid session with `options.locale` replaces it.
   */
  locale?: string | null | undefined
  /**
   * Address; its country selects prices, and it decides about tax.
   */
  address?:
    | {
        /**
         * City or town.
         */
        city?: string | null | undefined
        /**
         * Country: two letters of ISO 3166-1 in upper case, such as `DE`.
         */
        country?: CountryCode | null | undefined
        /**
         * Street and number.
         */
        line1?: string | null | undefined
        /**
         * Flat, floor, company and the like.
         */
        line2?: string | null | undefined
        /**
         * Postal code as it is written in that country.
         */
        postal_code?: string | null | undefined
        /**
         * State, province or region, as it was given: a code such as `CA` where tax depends on it.
         */
        state?: string | null | undefined
      }
    | null
    | undefined
  /**
   * Keys and values of your own.
   */
  metadata?: { [key: string]: Json } | null | undefined
}

/** The body of `createPlan`. */
export type CreatePlanBody = {
  /**
   * Name that shoppers see.
   */
  name: string
  /**
   * `recurring`: charged at every interval. `one-off`: charged once.
   */
  type: PlanType
  /**
   * Unit of the billing interval; a recurring plan needs it.
   */
  interval?: IntervalUnit | null | undefined
  /**
   * How many units make one interval, 1 to 1000. Default 1.
   */
  interval_count?: number | null | undefined
  /**
   * What every interval costs, or a one-off plan once. It never changes.
   */
  price: PlanPricing
  /**
   * Plans with the same group are alternatives of one product; absent: it is a product of its own.
   */
  group?: string | null | undefined
  /**
   * In which quantities it is sold, such as seats: n units cost n times the price and the trial price; absent: one at a time. It never changes.
   */
  quantity?:
    | {
        /**
         * The smallest quantity, 1 to 100000.
         */
        min: number
        /**
         * The largest quantity, `min` to 100000.
         */
        max: number
      }
    | null
    | undefined
  /**
   * Tax of the plan; absent: as your organization’s settings say.
   */
  tax?:
    | {
        /**
         * Whether tax is collected where your organization is registered for it; null: as your organization’s settings say.
         */
        collect_tax?: boolean | null | undefined
      }
    | null
    | undefined
  /**
   * Unit of the trial’s length; absent: no trial.
   */
  trial_interval?: IntervalUnit | null | undefined
  /**
   * How many units the trial lasts, 1 to 1000. Default 1.
   */
  trial_interval_count?: number | null | undefined
  /**
   * What the trial costs, charged when it begins; absent: the trial is free.
   */
  trial_price?: PlanPricing | null | undefined
}

/** The answer of `findCardKeys`. */
export type FindCardKeysAnswer = {
  /**
   * The keys that are accepted; the first is the one to seal with.
   */
  keys: {
    /**
     * Kind of the key.
     */
    kty: 'RSA'
    /**
     * Identifier of the key, which goes into the header of the sealed card.
     */
    kid: string
    /**
     * The key is for encrypting only.
     */
    use: 'enc'
    /**
     * Algorithm that the key is used with.
     */
    alg: 'RSA-OAEP-256'
    /**
     * Modulus, base64url.
     */
    n: string
    /**
     * Exponent, base64url.
     */
    e: string
  }[]
}

/** The query of `findCheckout`. */
export type FindCheckoutQuery = {
  /**
   * Language tag that texts and amounts are written for; absent, or no tag: the session’s, else the browser’s.
   */
  locale?: string | undefined
}

/** The query of `findClientSessions`. */
export type FindClientSessionsQuery = {
  /**
   * Items per page, 1 to 1000. Default 100.
   */
  limit?: number | undefined
  /**
   * Page number from 1. Default 1. A page past the end is empty.
   */
  page?: number | undefined
  /**
   * `asc`: ascending. `desc`: descending, the default.
   */
  order?: 'asc' | 'desc' | undefined
  /**
   * Only rows created at or before it. Page with the value echoed in meta to see each row exactly once.
   */
  snapshot_at?: string | undefined
  /**
   * Only what was created at this instant or later; a date alone means the start of that day in UTC.
   */
  from?: string | undefined
  /**
   * Only what was created at this instant or earlier; a date alone means the end of that day in UTC.
   */
  to?: string | undefined
  /**
   * Only sessions of this customer.
   */
  customer_id?: string | undefined
  /**
   * Only sessions of the customer whom you know by this `external_id`.
   */
  external_id?: string | undefined
  /**
   * `open`: can be paid. `processing`: a payment of it is under way. `completed`: paid, or done without a payment. `expired`: ended without one.
   */
  status?: CheckoutPhase | undefined
  /**
   * Only sessions in one of these statuses, comma-separated or repeated.
   */
  status_in?: CheckoutPhase | readonly CheckoutPhase[] | undefined
  /**
   * Only sessions opened for exactly this e-mail address, in upper or lower case.
   */
  email?: string | undefined
  /**
   * Only sessions for this plan.
   */
  plan_id?: string | undefined
  /**
   * Only sessions that name this subscription.
   */
  subscription_id?: string | undefined
}

/** The query of `findAccess`. */
export type FindAccessQuery = {
  /**
   * What the path has: our `id` of the customer (default), or your `external_id`.
   */
  identified_by?: 'id' | 'external_id' | undefined
}

/** The query of `findConsents`. */
export type FindConsentsQuery = {
  /**
   * Items per page, 1 to 1000. Default 100.
   */
  limit?: number | undefined
  /**
   * Page number from 1. Default 1. A page past the end is empty.
   */
  page?: number | undefined
  /**
   * `asc`: ascending. `desc`: descending, the default.
   */
  order?: 'asc' | 'desc' | undefined
  /**
   * Only rows created at or before it. Page with the value echoed in meta to see each row exactly once.
   */
  snapshot_at?: string | undefined
  /**
   * Only what was created at this instant or later; a date alone means the start of that day in UTC.
   */
  from?: string | undefined
  /**
   * Only what was created at this instant or earlier; a date alone means the end of that day in UTC.
   */
  to?: string | undefined
  /**
   * Only consents of this customer.
   */
  customer_id?: string | undefined
  /**
   * Only consents of the customer whom you know by this `external_id`.
   */
  external_id?: string | undefined
  /**
   * Only the consent to this payment.
   */
  payment_id?: string | undefined
  /**
   * Only consents that this subscription was begun or changed by.
   */
  subscription_id?: string | undefined
}

/** The query of `findDisputes`. */
export type FindDisputesQuery = {
  /**
   * Items per page, 1 to 1000. Default 100.
   */
  limit?: number | undefined
  /**
   * Page number from 1. Default 1. A page past the end is empty.
   */
  page?: number | undefined
  /**
   * `asc`: ascending. `desc`: descending, the default.
   */
  order?: 'asc' | 'desc' | undefined
  /**
   * Only rows created at or before it. Page with the value echoed in meta to see each row exactly once.
   */
  snapshot_at?: string | undefined
  /**
   * Only what was created at this instant or later; a date alone means the start of that day in UTC.
   */
  from?: string | undefined
  /**
   * Only what was created at this instant or earlier; a date alone means the end of that day in UTC.
   */
  to?: string | undefined
  /**
   * Only disputes of this payment.
   */
  payment_id?: string | undefined
  /**
   * Only disputes in this status.
   */
  status?: DisputeStatus | undefined
  /**
   * Only disputes in one of these statuses, comma-separated or repeated.
   */
  status_in?: DisputeStatus | readonly DisputeStatus[] | undefined
}

/** The query of `findEvents`. */
export type FindEventsQuery = {
  /**
   * Identifier of the last event that you have seen: only those after it. Absent: from the first that is kept.
   */
  after?: string | undefined
  /**
   * At most so many events, 1 to 1000. Default 100.
   */
  limit?: number | undefined
  /**
   * Only events of the object with this id: of a payment with its refunds, of a subscription, of a customer. Absent: all.
   */
  object?: string | undefined
  /**
   * Only events of this type. Absent: all. Deprecated: several types here; `type_in` takes them.
   */
  type?: EventType | readonly EventType[] | undefined
  /**
   * Only events of one of these types, comma-separated or repeated.
   */
  type_in?: EventType | readonly EventType[] | undefined
}

/** The answer of `findEvents`. */
export type FindEventsAnswer = {
  /**
   * The events, oldest first.
   */
  data: Event[]
  /**
   * Whether to ask again at once.
   */
  meta: {
    /**
     * At most so many events are in one answer.
     */
    limit: number
    /**
     * Whether there are more events after the last of these.
     */
    has_more: boolean
  }
}

/** The query of `findSubscriptions`. */
export type FindSubscriptionsQuery = {
  /**
   * Items per page, 1 to 1000. Default 100.
   */
  limit?: number | undefined
  /**
   * Page number from 1. Default 1. A page past the end is empty.
   */
  page?: number | undefined
  /**
   * `asc`: ascending. `desc`: descending, the default.
   */
  order?: 'asc' | 'desc' | undefined
  /**
   * What to sort by. Default created_at. Ties break by id. By updated_at, next_billing_date, status, a row that changes between two pages may come twice, or push another out of both: page by created_at where each row has to come once.
   */
  sort?: 'created_at' | 'updated_at' | 'next_billing_date' | 'status' | undefined
  /**
   * Only rows created at or before it, as they are when a page is read. Page with the value echoed in meta to see each row exactly once, as long as neither the sort nor a filter is by what changes meanwhile.
   */
  snapshot_at?: string | undefined
  /**
   * Only items with this text, in upper or lower case, in their id or one of their texts.
   */
  search?: string | undefined
  /**
   * Only what was created at this instant or later; a date alone means the start of that day in UTC.
   */
  from?: string | undefined
  /**
   * Only what was created at this instant or earlier; a date alone means the end of that day in UTC.
   */
  to?: string | undefined
  /**
   * Only subscriptions in this status.
   */
  status?: SubscriptionStatus | undefined
  /**
   * Only subscriptions in one of these statuses, comma-separated or repeated.
   */
  status_in?: SubscriptionStatus | readonly SubscriptionStatus[] | undefined
  /**
   * Only subscriptions of this customer.
   */
  customer_id?: string | undefined
  /**
   * Only subscriptions of the customer whom you know by this `external_id`.
   */
  external_id?: string | undefined
  /**
   * Only subscriptions that are on this plan.
   */
  plan_id?: string | undefined
  /**
   * Only subscriptions whose next charge has this discount.
   */
  discount_id?: string | undefined
  /**
   * Only subscriptions of this many units.
   */
  quantity?: number | undefined
  /**
   * `true`: only subscriptions whose plan changes at the end of their period; `false`: only others.
   */
  scheduled_change?: 'true' | 'false' | undefined
}

/** The body of `previewSubscription`. */
export type PreviewSubscriptionBody = {
  /**
   * The subscription that would change.
   */
  subscription: {
    /**
     * Identifier of the subscription.
     */
    id: string
    /**
     * How the change would be billed. `at_period_end` switches the plan when the current period ends, every other mode at once. Default `prorated_immediately`.
     */
    proration_billing_mode?: ProrationBillingMode | undefined
    /**
     * When the running period or trial would end: later than now, within 400 days.
     */
    next_billing_date?: string | undefined
  }
  /**
   * The plan that it would change to.
   */
  plan?:
    | {
        /**
         * Identifier of a recurring plan; the subscription’s own for another quantity of it.
         */
        id: string
        /**
         * How many units of the plan, within its `quantity`. Default: that of the subscription that changes, raised to the plan’s smallest or lowered to its largest; for a purchase the smallest. Another quantity of the same plan is a change of plan.
         */
        quantity?: number | undefined
      }
    | undefined
}

/** The body of `refundPayment`. */
export type RefundPaymentBody = {
  /**
   * Minor units of the payment’s currency. Absent: all that is left.
   */
  amount?: number | undefined
  /**
   * Why, for your own books. It is not sent to the customer.
   */
  reason?: string | undefined
}

/** The query of `updateCheckout`. */
export type UpdateCheckoutQuery = {
  /**
   * Language tag that texts and amounts are written for; absent, or no tag: the session’s, else English.
   */
  locale?: string | undefined
}

/** The body of `updateCheckout`. */
export type UpdateCheckoutBody = {
  /**
   * Country: two letters of ISO 3166-1 in upper case, such as `DE`.
   */
  country?: CountryCode | null | undefined
  /**
   * State, province or region, as it was given: a code such as `CA` where tax depends on it.
   */
  state?: string | null | undefined
  /**
   * Postal code as it is written in that country.
   */
  postal_code?: string | null | undefined
  /**
   * The subscription to change instead of buying another.
   */
  subscription?:
    | {
        /**
         * Identifier, as `refusal.subscription.id` has it.
         */
        id: string
      }
    | undefined
  /**
   * The code of a discount as the shopper typed it, compared without case and spaces around it; it replaces the discount of the session. null: no discount.
   */
  discount_code?: string | null | undefined
}

/** The body of `previewCheckout`. */
export type PreviewCheckoutBody = {
  /**
   * What is bought.
   */
  plan: {
    /**
     * Identifier of the plan.
     */
    id: string
    /**
     * How many units of the plan, within its `quantity`. Default: the smallest.
     */
    quantity?: number | null | undefined
  }
  /**
   * Country of the customer, which selects the price, and decides about tax and law; null: unknown.
   */
  country?: CountryCode | null | undefined
  /**
   * State or province of the customer, if tax depends on it; a code such as `CA`.
   */
  state?: string | null | undefined
  /**
   * Language tag that texts and amounts are written for. Default `en`.
   */
  locale?: string | null | undefined
  /**
   * The discount that the purchase redeems. One that cannot be redeemed is refused with `discount_invalid`.
   */
  discount?:
    | {
        /**
         * Identifier of the discount.
         */
        id?: string | null | undefined
        /**
         * Code of the discount, compared without case; instead of `id`.
         */
        code?: string | null | undefined
      }
    | null
    | undefined
}

/** The body of `updatePlan`. */
export type UpdatePlanBody = {
  /**
   * Name that shoppers see from now on.
   */
  name?: string | undefined
  /**
   * The product that the plan is an alternative of; null: it is a product of its own. Subscriptions stay as they are.
   */
  group?: string | null | undefined
  /**
   * true: the plan is no longer for sale. false: it is for sale again.
   */
  archived?: boolean | undefined
  /**
   * Never changes. Create another plan instead, and archive this one.
   */
  price?: unknown | undefined
  /**
   * Never changes. Create another plan instead, and archive this one.
   */
  trial_price?: unknown | undefined
}

/** The body of `createWebhookEndpoint`. */
export type CreateWebhookEndpointBody = {
  /**
   * Where events are sent by POST: an `https` address without user name, password and fragment. A sandbox also takes `http`.
   */
  url: string
  /**
   * Your own words for it; null: none.
   */
  description?: string | null | undefined
  /**
   * Types of events that are sent to it; `["*"]`: all, those of later versions too.
   */
  event_types?:
    | readonly (
        | '*'
        | 'payment.created'
        | 'payment.updated'
        | 'payment.outcome_differs'
        | 'payment.outcome_unknown'
        | 'payment.obligation_overdue'
        | 'payment.fraud_warning'
        | 'refund.created'
        | 'refund.updated'
        | 'refund.failed'
        | 'dispute.created'
        | 'dispute.updated'
        | 'dispute.closed'
        | 'subscription.created'
        | 'subscription.updated'
        | 'subscription.past_due'
        | 'subscription.cancelled'
        | 'subscription.trial_ending'
        | 'subscription.renewal_upcoming'
        | 'subscription.address_required'
        | 'subscription.period_skipped'
        | 'subscription.change_scheduled'
        | 'subscription.change_refused'
        | 'subscription.payment_method_missing'
        | 'customer.created'
        | 'customer.updated'
        | 'payment_method.attached'
        | 'payment_method.detached'
        | 'payment_method.expiring'
        | 'discount.created'
        | 'discount.updated'
        | 'declaration.received'
        | 'payment_link.paused'
        | 'email.sent'
        | 'email.failed'
        | 'email.ready'
        | 'webhook_endpoint.failing'
        | 'webhook_endpoint.test'
        | 'connection.changed'
        | 'connection.paused'
        | 'books.difference'
      )[]
    | undefined
  /**
   * `parallel`: events are sent as they happen, several at a time, so they may come out of order. `ordered`: those of one subscription, else of one payment, else of one customer or payment method, are sent one after the other; one that fails holds up the later ones of its subject, and no others, until it has arrived or is given up.
   */
  mode?: 'parallel' | 'ordered' | undefined
  /**
   * `full`: events are sent as `findEvents` shows them. `thin`: only `id`, `type`, `created_at` and the id of the object, which you then read.
   */
  payload?: 'full' | 'thin' | undefined
}

/** The query of `findWebhookEndpoints`. */
export type FindWebhookEndpointsQuery = {
  /**
   * Items per page, 1 to 1000. Default 100.
   */
  limit?: number | undefined
  /**
   * Page number from 1. Default 1. A page past the end is empty.
   */
  page?: number | undefined
  /**
   * `asc`: ascending. `desc`: descending, the default.
   */
  order?: 'asc' | 'desc' | undefined
  /**
   * Only rows created at or before it. Page with the value echoed in meta to see each row exactly once.
   */
  snapshot_at?: string | undefined
  /**
   * Only what was created at this instant or later; a date alone means the start of that day in UTC.
   */
  from?: string | undefined
  /**
   * Only what was created at this instant or earlier; a date alone means the end of that day in UTC.
   */
  to?: string | undefined
}

/** The body of `updateWebhookEndpoint`. */
export type UpdateWebhookEndpointBody = {
  /**
   * Where events are sent by POST: an `https` address without user name, password and fragment. A sandbox also takes `http`.
   */
  url?: string | undefined
  /**
   * Your own words for it; null: none.
   */
  description?: string | null | undefined
  /**
   * Types of events that are sent to it; `["*"]`: all, those of later versions too.
   */
  event_types?:
    | readonly (
        | '*'
        | 'payment.created'
        | 'payment.updated'
        | 'payment.outcome_differs'
        | 'payment.outcome_unknown'
        | 'payment.obligation_overdue'
        | 'payment.fraud_warning'
        | 'refund.created'
        | 'refund.updated'
        | 'refund.failed'
        | 'dispute.created'
        | 'dispute.updated'
        | 'dispute.closed'
        | 'subscription.created'
        | 'subscription.updated'
        | 'subscription.past_due'
        | 'subscription.cancelled'
        | 'subscription.trial_ending'
        | 'subscription.renewal_upcoming'
        | 'subscription.address_required'
        | 'subscription.period_skipped'
        | 'subscription.change_scheduled'
        | 'subscription.change_refused'
        | 'subscription.payment_method_missing'
        | 'customer.created'
        | 'customer.updated'
        | 'payment_method.attached'
        | 'payment_method.detached'
        | 'payment_method.expiring'
        | 'discount.created'
        | 'discount.updated'
        | 'declaration.received'
        | 'payment_link.paused'
        | 'email.sent'
        | 'email.failed'
        | 'email.ready'
        | 'webhook_endpoint.failing'
        | 'webhook_endpoint.test'
        | 'connection.changed'
        | 'connection.paused'
        | 'books.difference'
      )[]
    | undefined
  /**
   * `parallel`: events are sent as they happen, several at a time, so they may come out of order. `ordered`: those of one subscription, else of one payment, else of one customer or payment method, are sent one after the other; one that fails holds up the later ones of its subject, and no others, until it has arrived or is given up.
   */
  mode?: 'parallel' | 'ordered' | undefined
  /**
   * `full`: events are sent as `findEvents` shows them. `thin`: only `id`, `type`, `created_at` and the id of the object, which you then read.
   */
  payload?: 'full' | 'thin' | undefined
  /**
   * false: send it nothing. true: send it events again.
   */
  enabled?: boolean | undefined
  /**
   * At which event the endpoint continues; required with `enabled: true`. `now`: the server sends no event that was recorded before this request, and the pending deliveries fail, even if the endpoint is already enabled.
   */
  resume_from?: 'now' | 'where_it_stopped' | undefined
}

/** The body of `replayWebhooks`. */
export type ReplayWebhooksBody = {
  /**
   * Events that were made at this instant or later, by the billing clock.
   */
  from?: string | undefined
  /**
   * With `from`: those that were made at this instant or earlier, a date alone being the end of that day in UTC. Absent: all since.
   */
  to?: string | undefined
  /**
   * true: all deliveries that failed, instead of a time.
   */
  failed?: true | undefined
}

/** The answer of `replayWebhooks`. */
export type ReplayWebhooksAnswer = {
  /**
   * How many events are sent once more.
   */
  replayed: number
}

/** The query of `findWebhookDeliveries`. */
export type FindWebhookDeliveriesQuery = {
  /**
   * Items per page, 1 to 1000. Default 100.
   */
  limit?: number | undefined
  /**
   * Page number from 1. Default 1. A page past the end is empty.
   */
  page?: number | undefined
  /**
   * `asc`: ascending. `desc`: descending, the default.
   */
  order?: 'asc' | 'desc' | undefined
  /**
   * Only rows created at or before it. Page with the value echoed in meta to see each row exactly once.
   */
  snapshot_at?: string | undefined
  /**
   * Only what was created at this instant or later; a date alone means the start of that day in UTC.
   */
  from?: string | undefined
  /**
   * Only what was created at this instant or earlier; a date alone means the end of that day in UTC.
   */
  to?: string | undefined
  /**
   * Only deliveries to this endpoint.
   */
  endpoint_id?: string | undefined
  /**
   * Only deliveries of this event.
   */
  event_id?: string | undefined
  /**
   * Only deliveries in this status.
   */
  status?: 'pending' | 'delivered' | 'failed' | undefined
  /**
   * Only deliveries in one of these statuses, comma-separated or repeated.
   */
  status_in?: 'pending' | 'delivered' | 'failed' | readonly ('pending' | 'delivered' | 'failed')[] | undefined
}

/** The query of `findAuditRecords`. */
export type FindAuditRecordsQuery = {
  /**
   * Items per page, 1 to 1000. Default 100.
   */
  limit?: number | undefined
  /**
   * Page number from 1. Default 1. A page past the end is empty.
   */
  page?: number | undefined
  /**
   * `asc`: ascending. `desc`: descending, the default.
   */
  order?: 'asc' | 'desc' | undefined
  /**
   * Only rows created at or before it. Page with the value echoed in meta to see each row exactly once.
   */
  snapshot_at?: string | undefined
  /**
   * Only what was created at this instant or later; a date alone means the start of that day in UTC.
   */
  from?: string | undefined
  /**
   * Only what was created at this instant or earlier; a date alone means the end of that day in UTC.
   */
  to?: string | undefined
  /**
   * Only writes to this.
   */
  object?: string | undefined
  /**
   * Only writes of this API key, `shopper`, `system` or operator.
   */
  who?: string | undefined
  /**
   * Only writes by this operation, command or job.
   */
  what?: string | undefined
}

/** The query of `eraseCustomer`. */
export type EraseCustomerQuery = {
  /**
   * `true`: cancels the customer’s subscriptions at once, without a refund. Default `false`.
   */
  cancel_subscriptions?: 'true' | 'false' | undefined
}

/** The body of `grantCredit`. */
export type GrantCreditBody = {
  /**
   * How much is granted, in minor units of the currency.
   */
  amount: number
  /**
   * Currency that the credit is in; only purchases in this currency spend it.
   */
  currency: CurrencyCode
  /**
   * Why you grant it; the audit log keeps it. Shoppers do not see it.
   */
  reason: string
}

/** The body of `createDeclaration`. */
export type CreateDeclarationBody = {
  /**
   * `cancel`: the contract is to end. `withdraw`: the consumer uses the right of withdrawal.
   */
  kind: 'cancel' | 'withdraw'
  /**
   * The e-mail address that the consumer typed.
   */
  email: string
  /**
   * The name that the consumer typed.
   */
  full_name?: string | undefined
  /**
   * How the consumer named the contract.
   */
  contract?: string | undefined
  /**
   * The reason that the consumer typed.
   */
  reason?: string | undefined
  /**
   * Whether the consumer cancels for good cause. Default false. If true, a `requested_end_at` after the current period does not delay the end: the subscription ends with that period.
   */
  for_cause?: boolean | undefined
  /**
   * When the contract is to end. Default, and for a date in the past: as soon as possible. A date more than 100 years away counts as 100 years away.
   */
  requested_end_at?: string | undefined
}

/** The query of `findDeclarations`. */
export type FindDeclarationsQuery = {
  /**
   * Items per page, 1 to 1000. Default 100.
   */
  limit?: number | undefined
  /**
   * Page number from 1. Default 1. A page past the end is empty.
   */
  page?: number | undefined
  /**
   * `asc`: ascending. `desc`: descending, the default.
   */
  order?: 'asc' | 'desc' | undefined
  /**
   * Only rows created at or before it. Page with the value echoed in meta to see each row exactly once.
   */
  snapshot_at?: string | undefined
  /**
   * Only what was created at this instant or later; a date alone means the start of that day in UTC.
   */
  from?: string | undefined
  /**
   * Only what was created at this instant or earlier; a date alone means the end of that day in UTC.
   */
  to?: string | undefined
  /**
   * Only declarations of this kind.
   */
  kind?: 'cancel' | 'withdraw' | undefined
  /**
   * Only declarations that concern this subscription.
   */
  subscription_id?: string | undefined
  /**
   * Only declarations that concern a subscription of this customer.
   */
  customer_id?: string | undefined
}

/** The query of `findEmails`. */
export type FindEmailsQuery = {
  /**
   * Items per page, 1 to 1000. Default 100.
   */
  limit?: number | undefined
  /**
   * Page number from 1. Default 1. A page past the end is empty.
   */
  page?: number | undefined
  /**
   * `asc`: ascending. `desc`: descending, the default.
   */
  order?: 'asc' | 'desc' | undefined
  /**
   * Only rows created at or before it. Page with the value echoed in meta to see each row exactly once.
   */
  snapshot_at?: string | undefined
  /**
   * Only what was created at this instant or later; a date alone means the start of that day in UTC.
   */
  from?: string | undefined
  /**
   * Only what was created at this instant or earlier; a date alone means the end of that day in UTC.
   */
  to?: string | undefined
  /**
   * Only emails of this customer.
   */
  customer_id?: string | undefined
  /**
   * Only emails of the customer whom you know by this `external_id`.
   */
  external_id?: string | undefined
  /**
   * Only emails about this subscription.
   */
  subscription_id?: string | undefined
  /**
   * Only emails about this payment.
   */
  payment_id?: string | undefined
  /**
   * Only emails of this kind.
   */
  kind?:
    | 'order_confirmation'
    | 'receipt'
    | 'refund'
    | 'trial_ending'
    | 'renewal_notice'
    | 'price_change'
    | 'reminder'
    | 'payment_failed'
    | 'payment_method_missing'
    | 'card_expiring'
    | 'plan_changed'
    | 'change_scheduled'
    | 'cancellation'
    | 'withdrawal'
    | 'sign_in'
    | 'email_changed'
    | undefined
  /**
   * Only emails in this status.
   */
  status?: 'queued' | 'sent' | 'failed' | 'suppressed' | undefined
  /**
   * Only emails in one of these statuses, comma-separated or repeated.
   */
  status_in?:
    | 'queued'
    | 'sent'
    | 'failed'
    | 'suppressed'
    | readonly ('queued' | 'sent' | 'failed' | 'suppressed')[]
    | undefined
}

/** The body of `resendEmail`. */
export type ResendEmailBody = {
  /**
   * `original`, the default: the address of the first email. `current`: the customer’s address now.
   */
  to?: 'original' | 'current' | undefined
}

/** The body of `createSubscription`. */
export type CreateSubscriptionBody = {
  /**
   * Who subscribes, by `id`, `external_id`, or both, which must then agree.
   */
  customer: {
    /**
     * Identifier of the customer.
     */
    id?: string | undefined
    /**
     * Your own identifier of the customer.
     */
    external_id?: string | undefined
  }
  /**
   * What is subscribed to.
   */
  plan: {
    /**
     * Identifier of a recurring plan.
     */
    id: string
    /**
     * How many units of the plan, within its `quantity`. Default: the smallest.
     */
    quantity?: number | undefined
  }
  /**
   * The discount of its later charges, which is redeemed now. One that cannot be redeemed is refused with `discount_invalid`.
   */
  discount?:
    | {
        /**
         * Identifier of the discount.
         */
        id?: string | null | undefined
        /**
         * Code of the discount, compared without case; instead of `id`.
         */
        code?: string | null | undefined
      }
    | undefined
  /**
   * Whether the plan’s trial is given once to a customer (`once`, the default) or `always`.
   */
  trial?: 'once' | 'always' | undefined
  /**
   * Keys and values of your own for the subscription.
   */
  metadata?: { [key: string]: Json } | undefined
}

/** The body of `createPaymentLink`. */
export type CreatePaymentLinkBody = {
  /**
   * What the link sells.
   */
  plan: {
    /**
     * Identifier of the plan.
     */
    id: string
    /**
     * How many units of the plan, within its `quantity`. Default: the smallest.
     */
    quantity?: number | undefined
  }
  /**
   * The discount that each purchase redeems, as far as its limits allow; the page shows it.
   */
  discount?:
    | {
        /**
         * Identifier of the discount.
         */
        id: string
      }
    | undefined
  /**
   * How many purchases the link allows, 1 to 1000000; null, the default: no limit.
   */
  max_uses?: number | null | undefined
  /**
   * When the link ends, by the billing clock; null: never, the default.
   */
  expires_at?: string | null | undefined
  /**
   * Address to which the page leads after the payment; null: none. You must allow its origin.
   */
  return_url?: string | null | undefined
}

/** The query of `findPaymentLinks`. */
export type FindPaymentLinksQuery = {
  /**
   * Items per page, 1 to 1000. Default 100.
   */
  limit?: number | undefined
  /**
   * Page number from 1. Default 1. A page past the end is empty.
   */
  page?: number | undefined
  /**
   * `asc`: ascending. `desc`: descending, the default.
   */
  order?: 'asc' | 'desc' | undefined
  /**
   * Only rows created at or before it. Page with the value echoed in meta to see each row exactly once.
   */
  snapshot_at?: string | undefined
  /**
   * Only what was created at this instant or later; a date alone means the start of that day in UTC.
   */
  from?: string | undefined
  /**
   * Only what was created at this instant or earlier; a date alone means the end of that day in UTC.
   */
  to?: string | undefined
  /**
   * Only links that sell this plan.
   */
  plan_id?: string | undefined
  /**
   * `true`: only active links. `false`: only inactive ones.
   */
  active?: 'true' | 'false' | undefined
}

/** The body of `updatePaymentLink`. */
export type UpdatePaymentLinkBody = {
  /**
   * false: the link sells nothing. true: it sells again.
   */
  active?: boolean | undefined
  /**
   * How many purchases the link allows, 1 to 1000000; null, the default: no limit.
   */
  max_uses?: number | null | undefined
  /**
   * When the link ends, by the billing clock; null: never, the default.
   */
  expires_at?: string | null | undefined
  /**
   * Address to which the page leads after the payment; null: none. You must allow its origin.
   */
  return_url?: string | null | undefined
}

/** The body of `createPortalSession`. */
export type CreatePortalSessionBody = {
  /**
   * Whose portal it is.
   */
  customer: {
    /**
     * Identifier of the customer; instead of `external_id`.
     */
    id?: string | undefined
    /**
     * Your own identifier of the customer; instead of `id`.
     */
    external_id?: string | undefined
  }
  /**
   * How the portal behaves.
   */
  options?:
    | {
        /**
         * Language tag of texts and amounts. Default: that of the element, or on our page that of the browser; else the customer’s, else English.
         */
        locale?: string | null | undefined
        /**
         * Address of the link back to your site. Its origin must be one of the organization’s `allowed_origins`, and in live mode https.
         */
        return_url?: string | null | undefined
      }
    | undefined
}

/** The query of `findPortal`. */
export type FindPortalQuery = {
  /**
   * Language tag of the page. The session’s own locale counts more, then this, the customer’s, English.
   */
  locale?: string | undefined
}

/** The body of `createDiscount`. */
export type CreateDiscountBody = {
  /**
   * Name that shoppers see.
   */
  name: string
  /**
   * Per cent of the price, 0.01 to 100; instead of `amount_off`.
   */
  percent_off?: number | null | undefined
  /**
   * Amount off the price; instead of `percent_off`.
   */
  amount_off?:
    | {
        /**
         * Minor units for each subscription and period.
         */
        amount: number
        /**
         * Currency of the amount.
         */
        currency: CurrencyCode
      }
    | null
    | undefined
  /**
   * `once`: the first paid period. `periods`: the first `periods` paid periods. `forever`: every one.
   */
  duration: 'once' | 'periods' | 'forever'
  /**
   * Number of paid periods, with `duration` `periods` alone.
   */
  periods?: number | null | undefined
  /**
   * Identifiers of plans, which must exist, and groups of plans, which may get their plans later; absent or `[]`: every plan.
   */
  plans?: readonly string[] | null | undefined
  /**
   * The code that shoppers enter, 3 to 50 characters, unique without case; null: none.
   */
  code?: string | null | undefined
  /**
   * How many purchases may redeem it, 1 to 1000000; null: no limit.
   */
  max_redemptions?: number | null | undefined
  /**
   * How many purchases of one customer, e-mail address or card may redeem it; null: no limit.
   */
  max_per_customer?: number | null | undefined
  /**
   * From when it can be redeemed, by the billing clock; null: at once.
   */
  starts_at?: string | null | undefined
  /**
   * Until when it can be redeemed, by the billing clock; null: no end.
   */
  ends_at?: string | null | undefined
}

/** The query of `findDiscounts`. */
export type FindDiscountsQuery = {
  /**
   * Items per page, 1 to 1000. Default 100.
   */
  limit?: number | undefined
  /**
   * Page number from 1. Default 1. A page past the end is empty.
   */
  page?: number | undefined
  /**
   * `asc`: ascending. `desc`: descending, the default.
   */
  order?: 'asc' | 'desc' | undefined
  /**
   * Only rows created at or before it. Page with the value echoed in meta to see each row exactly once.
   */
  snapshot_at?: string | undefined
  /**
   * Only what was created at this instant or later; a date alone means the start of that day in UTC.
   */
  from?: string | undefined
  /**
   * Only what was created at this instant or earlier; a date alone means the end of that day in UTC.
   */
  to?: string | undefined
  /**
   * Only the discount with this code, compared without case.
   */
  code?: string | undefined
  /**
   * `true`: only archived discounts. `false`: only others.
   */
  archived?: 'true' | 'false' | undefined
}

/** The body of `updateDiscount`. */
export type UpdateDiscountBody = {
  /**
   * Name that shoppers see from now on.
   */
  name?: string | undefined
  /**
   * true: archives it, so that no one can redeem it. false: brings it back.
   */
  archived?: boolean | undefined
  /**
   * The code that shoppers enter, 3 to 50 characters, unique without case; null: none.
   */
  code?: string | null | undefined
  /**
   * How many purchases may redeem it, 1 to 1000000; null: no limit.
   */
  max_redemptions?: number | null | undefined
  /**
   * How many purchases of one customer, e-mail address or card may redeem it; null: no limit.
   */
  max_per_customer?: number | null | undefined
  /**
   * From when it can be redeemed, by the billing clock; null: at once.
   */
  starts_at?: string | null | undefined
  /**
   * Until when it can be redeemed, by the billing clock; null: no end.
   */
  ends_at?: string | null | undefined
}

/** A method for every operation of the interface. */
export interface Methods {
  /**
   * Find customers.
   *
   * Lists customers, latest first, each with the stored payment methods and all subscriptions.
   *
   * `search` looks into id, `external_id`, name, e-mail address and telephone number. `total` is exact for the snapshot.
   *
   * @param query Filters and options of the request.
   * @param options Time-out and signal of this request.
   * @throws {BillingError} With `code` `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `invalid_parameter`, `unknown_parameter`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly findCustomers: (query?: FindCustomersQuery, options?: RequestOptions) => Promise<List<Customer>>
  /**
   * Update a customer.
   *
   * Changes a customer’s e-mail address, language, postal address, tax identifiers or metadata. Absent members stay, null clears one, metadata merges per key and a null value deletes its key.
   *
   * The next charge is taxed at the new address, whatever the shopper said at an earlier checkout; a renewal that waits for the address is tried at once. Another `address.country` clears the other parts of the address, unless they are given too.
   *
   * Payments that were made before show the customer as it is now. Nothing else of a customer is changed here: name and telephone number come from the checkout’s session with the next payment.
   *
   * @param id The identifier in the path.
   * @param body What is sent.
   * @param options Time-out and signal, and the idempotency key of this request.
   * @throws {BillingError} With `code` `not_found`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `origin_not_allowed`, `payload_too_large`, `unsupported_media_type`, `invalid_json`, `invalid_parameter`, `unknown_parameter`, `idempotency_key_reused`, `idempotency_in_progress`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly updateCustomer: (id: string, body?: UpdateCustomerBody, options?: WriteOptions) => Promise<Customer>
  /**
   * Update a client session.
   *
   * Changes an open client session and quotes it again. The body is a JSON Merge Patch (RFC 7396): absent members stay, null clears one, metadata merges per key.
   *
   * The shopper’s page has to read the checkout again: if the terms differ, a payment of the earlier amount is refused with `amount_changed`. A session that is completed, expired or being paid can’t be changed. Naming the customer by `id` clears `external_id`, and the other way round. `options.expires_in` counts from now.
   *
   * @param id The identifier in the path.
   * @param body What is sent.
   * @param options Time-out and signal, and the idempotency key of this request.
   * @throws {BillingError} With `code` `not_found`, `plan_archived`, `discount_invalid`, `session_completed`, `session_expired`, `payment_in_progress`, `currency_mismatch`, `amount_below_minimum`, `subscription_not_changeable`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `payload_too_large`, `unsupported_media_type`, `invalid_json`, `invalid_parameter`, `unknown_parameter`, `idempotency_key_reused`, `idempotency_in_progress`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly updateClientSession: (
    id: string,
    body?: UpdateClientSessionBody,
    options?: WriteOptions,
  ) => Promise<ClientSession>
  /**
   * Create a payment.
   *
   * Pays. What it does depends on who calls.
   *
   * **With an API key** it charges a stored payment method of `customer` for `plan` without the shopper (`MIT`), and answers with the outcome. A recurring plan opens a subscription; with `subscription.id` and another plan or quantity it changes that subscription’s plan with an immediate charge; with `subscription.id` alone it recovers one that is past due or cancelled; `subscription.status` makes sure which. The method is the one that is named by `payment_method.id`, else the one that pays the subscription, else the customer’s latest. An API key never sends a card.
   *
   * **With a client token** it pays the token’s own session with a card that the card frame sealed, a wallet, an account, or a saved method. Customer, plan and subscription come from the session and may not be contradicted; `metadata` may not be sent; `expected` and `consent` must be.
   *
   * A declined card is no error: the answer is 200 with a payment whose `payment_status` is `DECLINED`. `PENDING` means that the outcome is not known yet, because the processor did not answer or the shopper has to do something (`next_action`). Follow it by `findPayment` or the events, and never charge again instead. An error means that this request charged nothing.
   *
   * Send an `Idempotency-Key`. If the answer gets lost, the same request with the same key finds the payment that was made, or makes it now; one without a key may charge twice. Whatever the keys, an unfinished payment of the same customer for the same plan or subscription refuses another with `payment_in_progress`, and a live subscription to the plan with `already_subscribed`.
   *
   * Payment, subscription and events are written together or not at all. The amount is the plan’s price for the customer’s country with tax: it cannot be chosen. `expected` makes sure that it is the one that was shown.
   *
   * @param body What is sent.
   * @param options Time-out and signal, and the idempotency key of this request.
   * @throws {BillingError} With `code` `not_found`, `plan_archived`, `discount_invalid`, `payment_method_required`, `card_token_invalid`, `amount_below_minimum`, `amount_not_representable`, `address_required`, `session_completed`, `session_expired`, `payment_in_progress`, `amount_changed`, `connection_changed`, `already_subscribed`, `subscription_not_changeable`, `currency_mismatch`, `too_many_attempts`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `origin_not_allowed`, `payload_too_large`, `unsupported_media_type`, `invalid_json`, `invalid_parameter`, `unknown_parameter`, `idempotency_key_reused`, `idempotency_in_progress`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly createPayment: (body?: CreatePaymentBody, options?: WriteOptions) => Promise<Payment>
  /**
   * Find payments.
   *
   * Lists payments, latest first, declined ones too.
   *
   * All filters must hold together. `search` looks into the id, the statement descriptor, the last four digits of the card, the subscription’s id, and the customer’s id, `external_id`, name, e-mail address and telephone number as they were when the payment was made. `total` is exact for the snapshot.
   *
   * @param query Filters and options of the request.
   * @param options Time-out and signal of this request.
   * @throws {BillingError} With `code` `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `origin_not_allowed`, `invalid_parameter`, `unknown_parameter`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly findPayments: (query?: FindPaymentsQuery, options?: RequestOptions) => Promise<List<Payment>>
  /**
   * Update a subscription; if the change charges, the key needs payments: write as well.
   *
   * Changes a subscription’s plan, its status, or both at once, moves its next billing date, or takes back a scheduled change: either all of it happens or nothing.
   *
   * **With an API key.** `plan.id` switches the plan without a charge: the next charge keeps its date and has the new price. That is possible in `trial`, `active` and `past_due`; for a change that is charged at once use `createPayment` or a client session. `subscription.status` may be `active` (resume or start again), `scheduled_for_cancellation`, or `cancelled` (now). The status that it has already changes nothing. `active` also removes the end that a consumer’s declaration requested; the status (`trial`, `active`, `past_due`) stays. While there is such an end, no change is scheduled, and the plan is not switched to another interval.
   *
   * Restarting a cancelled subscription is free while its paid period runs. If that period is over, or any of its money was refunded, is disputed or never arrived, a new period begins with a charge of the stored method, and the key needs `payments: write` as well. The money that remains is credited for the unused time. If that charge is declined, the answer is 200 with the subscription still `cancelled`; the declined payment is in `findPayments`. While the outcome is unknown, the answer is 409 `payment_in_progress`, and nothing is stored under the `Idempotency-Key`. Repeat the request with the same key: it charges nothing again, and returns the subscription as soon as the outcome is known. With `expected`, the request is refused unless exactly that amount would be charged; 0 if nothing would be.
   *
   * `subscription.next_billing_date` moves the end of the running period, in a trial the end of the trial, to a later moment within 400 days from now. Nothing is charged or credited: what the period cost stays, however long it becomes. Later dates are counted from the new one. It is possible in `trial` and `active`, and in a request without `plan` and `status`.
   *
   * With `subscription.proration_billing_mode: at_period_end` the plan changes when the current period or trial ends. Until then the subscription stays as it is, and `scheduled_change` says what comes; there is one at most. Its price, by the country of sale, is decided now, and archiving the plan later changes nothing; tax is decided at the renewal. If the renewal is declined, the subscription is past due on the new plan. It is possible in `trial` and `active`, and refused with `payment_in_progress` while a charge is tried again. Any other change of plan, status or next billing date removes the scheduled change, and `subscription.scheduled_change: null` takes it back.
   *
   * If the customer has another subscription to that plan or its group when the time comes, the change is dropped with the event `subscription.change_refused`, and the subscription renews on its own plan.
   *
   * `subscription.payment_method_id` is the method that later charges are made with, in a request without `plan` and `status`. In `past_due` the next try takes it, and if no try is planned, because there was no method or it can never be charged, what is owed is tried at once. Otherwise nothing is charged now. The first method of a subscription that is `past_due` because it had none is charged at once. A method that has expired, or belongs to another customer, is refused.
   *
   * **With a client token of the portal** it resumes a subscription that is `scheduled_for_cancellation` or has `cancellation.ends_at`, which charges nothing, chooses the payment method, or takes back a scheduled change if the customer could change from the scheduled plan to the current one in the portal. A change of plan takes a client session.
   *
   * **With a client token of a checkout** it does two things to the subscription of the token’s own session, both free and both with `consent`: it resumes it (status `active`, purpose `resume`), or changes its plan if nothing is due now (`plan` and `expected` as the session has them, purpose `change_plan`). Either completes the session.
   *
   * While a payment of the subscription is in flight, a change is refused with `payment_in_progress`, because its outcome decides what the change would cost.
   *
   * @param body What is sent.
   * @param options Time-out and signal, and the idempotency key of this request.
   * @throws {BillingError} With `code` `not_found`, `plan_archived`, `payment_method_required`, `address_required`, `amount_below_minimum`, `amount_not_representable`, `session_completed`, `session_expired`, `payment_in_progress`, `amount_changed`, `already_subscribed`, `subscription_not_changeable`, `currency_mismatch`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `origin_not_allowed`, `payload_too_large`, `unsupported_media_type`, `invalid_json`, `invalid_parameter`, `unknown_parameter`, `idempotency_key_reused`, `idempotency_in_progress`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly updateSubscription: (body: UpdateSubscriptionBody, options?: WriteOptions) => Promise<Subscription>
  /**
   * Schedule cancellation of a subscription.
   *
   * Lets a subscription run to the end of the paid period and ends it then. Until that moment it is `scheduled_for_cancellation`, is never charged again, and can be resumed by `updateSubscription` with status `active`.
   *
   * A subscription whose paid time is over already, or that owes its current period, ends at once: the answer says `cancelled`. Asking again changes nothing; a reason and a comment of the request replace those of its `cancellation`. Nothing is charged or refunded. While a renewal is under way the cancellation is recorded at once, and what that renewal charges goes back by itself; while another payment of the subscription is under way the request is refused with `payment_in_progress`.
   *
   * @param id The identifier in the path.
   * @param body What is sent.
   * @param options Time-out and signal, and the idempotency key of this request.
   * @throws {BillingError} With `code` `not_found`, `subscription_not_changeable`, `payment_in_progress`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `origin_not_allowed`, `payload_too_large`, `unsupported_media_type`, `invalid_json`, `invalid_parameter`, `unknown_parameter`, `idempotency_key_reused`, `idempotency_in_progress`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly scheduleCancellation: (
    id: string,
    body?: ScheduleCancellationBody,
    options?: WriteOptions,
  ) => Promise<Subscription>
  /**
   * Find a plan.
   *
   * Answers one plan, archived or not. It changes nothing.
   *
   * @param id The identifier in the path.
   * @param options Time-out and signal of this request.
   * @throws {BillingError} With `code` `not_found`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `invalid_parameter`, `unknown_parameter`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly findPlan: (id: string, options?: RequestOptions) => Promise<Plan>
  /**
   * Find plans.
   *
   * Lists plans, latest first; archived ones only with `include=archived`.
   *
   * `search` looks into id and name. `total` is exact for the snapshot.
   *
   * @param query Filters and options of the request.
   * @param options Time-out and signal of this request.
   * @throws {BillingError} With `code` `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `invalid_parameter`, `unknown_parameter`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly findPlans: (query?: FindPlansQuery, options?: RequestOptions) => Promise<List<Plan>>
  /**
   * Move the sandbox clock forward.
   *
   * Moves the billing clock of a sandbox forward, by `advance` or `to` an instant, and does everything that falls due until then, in order of time and each at its own moment: renewals, their retries, ends of trials and subscriptions, settlements, notices.
   *
   * The answer comes when all of it is done, and lists what happened to your subscriptions and payments. The clock never moves back, and all organizations of the server share it; requests to move it wait for each other. If something fails, the clock stays at the moment that it reached, and the same request with the same `Idempotency-Key` moves it on to its target.
   *
   * Real time is not moved: client tokens, sealed cards, idempotency keys and rate limits go by the wall clock. In live mode there is no such path.
   *
   * @param body What is sent.
   * @param options Time-out and signal, and the idempotency key of this request.
   * @throws {BillingError} With `code` `not_found`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `payload_too_large`, `unsupported_media_type`, `invalid_json`, `invalid_parameter`, `unknown_parameter`, `idempotency_key_reused`, `idempotency_in_progress`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly advanceSandboxClock: (body?: AdvanceSandboxClockBody, options?: WriteOptions) => Promise<SandboxClock>
  /**
   * Cancel a subscription now.
   *
   * Ends a subscription now, whatever its status. It is never charged again.
   *
   * Nothing is refunded: refund the payment if you want that. Cancelling a subscription that is cancelled already changes nothing and answers it as it is; a reason and a comment of the request replace those of its `cancellation`. While a renewal is under way the cancellation is recorded at once, and what that renewal charges goes back by itself. While a plan change or a recovery is being paid the request is refused with `payment_in_progress`; ask again when that payment is finished.
   *
   * Until its paid period is over a cancelled subscription can be started again without a charge, by `updateSubscription` with status `active`, as long as nothing of that period’s money was refunded. At a checkout its shopper begins a new period instead, and the unused time is credited.
   *
   * @param id The identifier in the path.
   * @param body What is sent.
   * @param options Time-out and signal, and the idempotency key of this request.
   * @throws {BillingError} With `code` `not_found`, `payment_in_progress`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `payload_too_large`, `unsupported_media_type`, `invalid_json`, `invalid_parameter`, `unknown_parameter`, `idempotency_key_reused`, `idempotency_in_progress`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly cancelSubscription: (
    id: string,
    body?: CancelSubscriptionBody,
    options?: WriteOptions,
  ) => Promise<Subscription>
  /**
   * Create a client session.
   *
   * Opens a client session: one checkout of one shopper. Give its `id` to your page, where the `<billing-checkout>` element shows it, or send the shopper to our page `/pay/{id}`. What the session is for follows from what it names:
   *
   * | Customer | Plan | Subscription | Purpose |
   * | --- | --- | --- | --- |
   * | `id`, `external_id` or `email` | recurring | none | `subscribe`, with the plan’s trial if there is one |
   * | `id`, `external_id` or `email` | one-off | none | `pay` |
   * | its own | another one | `id` | `change_plan`, billed by `proration_billing_mode` |
   * | its own | none | `id`, past due or cancelled | `recover`: pay the current plan, a new period starts; time that a cancelled one has paid for and not used is credited |
   * | its own | none | `id`, scheduled for cancellation | `resume`: nothing is charged |
   * | its own | none | `id`, trial or active | `update_method`: another method is checked and kept |
   *
   * Nothing is charged, and no customer is created before the first try to pay. The session may be incomplete, even `{}`, until it is paid; the checkout then names what is missing. What it does name must exist and be payable. It expires after `options.expires_in` seconds, a day unless you say otherwise, and it is paid successfully at most once.
   *
   * With a client token of the portal it names a subscription of its customer, and for a change also another plan of the same group, or its own plan with another `quantity`; your setting `portal_changes` says how that is billed. Such a session ends with the hour of the portal session, but lasts at least five minutes.
   *
   * The `id` is a capability: anyone who knows it can see and pay this checkout.
   *
   * @param body What is sent.
   * @param options Time-out and signal, and the idempotency key of this request.
   * @throws {BillingError} With `code` `not_found`, `plan_archived`, `discount_invalid`, `currency_mismatch`, `amount_below_minimum`, `subscription_not_changeable`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `origin_not_allowed`, `payload_too_large`, `unsupported_media_type`, `invalid_json`, `invalid_parameter`, `unknown_parameter`, `idempotency_key_reused`, `idempotency_in_progress`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly createClientSession: (body?: CreateClientSessionBody, options?: WriteOptions) => Promise<ClientSession>
  /**
   * Create a customer.
   *
   * Creates a customer. No member is required.
   *
   * You need not create customers: a checkout creates its own from what its session says. Do it where you want the identifier first. An `external_id`, your own identifier, is unique within your organization; an e-mail address is not. The `address.country` selects prices and display currency, and the address decides about tax.
   *
   * Nothing is charged, and no payment method can be given: methods are stored when a shopper pays at a checkout.
   *
   * @param body What is sent.
   * @param options Time-out and signal, and the idempotency key of this request.
   * @throws {BillingError} With `code` `external_id_taken`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `payload_too_large`, `unsupported_media_type`, `invalid_json`, `invalid_parameter`, `unknown_parameter`, `idempotency_key_reused`, `idempotency_in_progress`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly createCustomer: (body?: CreateCustomerBody, options?: WriteOptions) => Promise<Customer>
  /**
   * Create a plan.
   *
   * Creates a plan: something to sell, with its price, recurring or one-off.
   *
   * Prices are in minor units and never change afterwards; for another price create another plan and archive this one, and subscribers keep what they pay. A price may differ by country, also in its currency; each country may be listed once, and its price and trial price must be in one currency. A recurring plan needs an `interval`; a one-off plan has neither interval nor trial. Without `trial_price` the trial is free.
   *
   * Plans of one `group` are alternatives of one product: a customer has one live subscription of a group, unless `several_subscriptions` is on, and one trial. One-off plans have no group.
   *
   * A price must be 0 or at least the smallest amount that your processor charges, about half a US dollar if it publishes none; otherwise it is refused with `amount_below_minimum`. A price that none of your processors can charge, because they charge its currency in steps, is refused with `amount_not_representable`. With `quantity`, the smallest amount holds for `min` units, and what can be charged at most for `max`. Creating a plan charges no customer.
   *
   * @param body What is sent.
   * @param options Time-out and signal, and the idempotency key of this request.
   * @throws {BillingError} With `code` `amount_below_minimum`, `amount_not_representable`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `payload_too_large`, `unsupported_media_type`, `invalid_json`, `invalid_parameter`, `unknown_parameter`, `idempotency_key_reused`, `idempotency_in_progress`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly createPlan: (body: CreatePlanBody, options?: WriteOptions) => Promise<Plan>
  /**
   * Detach a payment method.
   *
   * Detaches a stored payment method: it is no longer listed, and no charge begins with it after this answer.
   *
   * The answer names the `subscriptions` that it paid. Each is paid from now on by the method of its customer that was used last and has not expired. Without such a method it becomes past due at its next charge, unless its customer adds one before. Earlier payments still show the detached method. Detaching it again changes nothing. It can’t be undone: the customer has to enter the method again.
   *
   * @param id The identifier in the path.
   * @param options Time-out and signal of this request.
   * @throws {BillingError} With `code` `not_found`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `origin_not_allowed`, `invalid_parameter`, `unknown_parameter`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly detachPaymentMethod: (id: string, options?: RequestOptions) => Promise<DetachedPaymentMethod>
  /**
   * Find the card keys.
   *
   * Answers the public keys that cards are sealed with, as a JWK Set (RFC 7517). Only tools need it: the card frame brings its key along.
   *
   * Keys change from time to time; a card that was sealed with an older one is accepted for a while.
   *
   * @param options Time-out and signal of this request.
   * @throws {BillingError} With `code` `unsupported_api_version`, `unknown_parameter`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly findCardKeys: (options?: RequestOptions) => Promise<FindCardKeysAnswer>
  /**
   * Read a checkout.
   *
   * Answers everything that the checkout page needs at once: session, quote, texts of amounts, saved methods, what the law asks for, and a client token for what comes next. The `<billing-checkout>` element calls it; a backend has no need to.
   *
   * The session’s id is the capability: no credential is needed, and the answer shows of the customer only what may be on their screen. A page that calls must be served from an origin that your organization allows.
   *
   * It charges nothing. The amount due is frozen for half an hour when the session is opened or changed. After that, this request freezes it for another half hour at most. The amount shown is the amount charged. A known session is always answered, whatever its phase. The receipt of a completed one is shown for 24 hours, after that only its phase.
   *
   * @param id The identifier in the path.
   * @param query Filters and options of the request.
   * @param options Time-out and signal of this request.
   * @throws {BillingError} With `code` `not_found`, `origin_not_allowed`, `unsupported_api_version`, `invalid_parameter`, `unknown_parameter`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly findCheckout: (id: string, query?: FindCheckoutQuery, options?: RequestOptions) => Promise<Checkout>
  /**
   * Find a client session.
   *
   * Answers one client session, open, completed or expired, with what it costs: for half an hour what its opening or last change was answered, then what it would cost now.
   *
   * It changes nothing, not even the quote that the shopper was shown. Payments and events report whether it was paid.
   *
   * @param id The identifier in the path.
   * @param options Time-out and signal of this request.
   * @throws {BillingError} With `code` `not_found`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `invalid_parameter`, `unknown_parameter`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly findClientSession: (id: string, options?: RequestOptions) => Promise<ClientSession>
  /**
   * Find client sessions.
   *
   * Lists client sessions, latest first. `status=expired` lists abandoned checkouts: sessions that expired unpaid.
   *
   * All filters must hold together. In a list `currency_details` is null; `findClientSession` answers it for one session. `total` is exact for the snapshot.
   *
   * @param query Filters and options of the request.
   * @param options Time-out and signal of this request.
   * @throws {BillingError} With `code` `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `invalid_parameter`, `unknown_parameter`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly findClientSessions: (
    query?: FindClientSessionsQuery,
    options?: RequestOptions,
  ) => Promise<List<ClientSession>>
  /**
   * Find a customer.
   *
   * Answers one customer with the stored payment methods and all subscriptions. It changes nothing.
   *
   * @param id The identifier in the path.
   * @param options Time-out and signal of this request.
   * @throws {BillingError} With `code` `not_found`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `origin_not_allowed`, `invalid_parameter`, `unknown_parameter`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly findCustomer: (id: string, options?: RequestOptions) => Promise<Customer>
  /**
   * Find what a customer may use.
   *
   * Answers which plans a customer may use now, until when, and why. Ask it where your product opens a paid feature: no webhook and no copy of subscriptions are needed. It changes nothing.
   *
   * With `identified_by=external_id` the path has your own identifier instead of ours. For an `external_id` that is not known yet `data` is `[]`, because customers are created by their first try to pay.
   *
   * @param id The identifier in the path.
   * @param query Filters and options of the request.
   * @param options Time-out and signal of this request.
   * @throws {BillingError} With `code` `not_found`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `invalid_parameter`, `unknown_parameter`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly findAccess: (id: string, query?: FindAccessQuery, options?: RequestOptions) => Promise<AccessList>
  /**
   * Find a consent.
   *
   * Answers what a shopper agreed to: the words as they were rendered, and the terms.
   *
   * @param id The identifier in the path.
   * @param options Time-out and signal of this request.
   * @throws {BillingError} With `code` `not_found`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `invalid_parameter`, `unknown_parameter`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly findConsent: (id: string, options?: RequestOptions) => Promise<Consent>
  /**
   * Find consents.
   *
   * Lists what shoppers agreed to, latest first: purchases, changes without a charge, and resumes.
   *
   * A declined payment has a consent, too, because its shopper agreed before it was declined. All filters must hold together.
   *
   * @param query Filters and options of the request.
   * @param options Time-out and signal of this request.
   * @throws {BillingError} With `code` `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `invalid_parameter`, `unknown_parameter`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly findConsents: (query?: FindConsentsQuery, options?: RequestOptions) => Promise<List<Consent>>
  /**
   * Find the consent to a payment.
   *
   * Answers what the shopper agreed to when they made this payment. A payment that no shopper made, such as a renewal, has none: that is answered with `not_found`.
   *
   * @param id The identifier in the path.
   * @param options Time-out and signal of this request.
   * @throws {BillingError} With `code` `not_found`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `invalid_parameter`, `unknown_parameter`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly findPaymentConsent: (id: string, options?: RequestOptions) => Promise<Consent>
  /**
   * Find a dispute.
   *
   * Answers one dispute, whatever its status. It changes nothing.
   *
   * @param id The identifier in the path.
   * @param options Time-out and signal of this request.
   * @throws {BillingError} With `code` `not_found`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `invalid_parameter`, `unknown_parameter`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly findDispute: (id: string, options?: RequestOptions) => Promise<Dispute>
  /**
   * Find disputes.
   *
   * Lists disputes, those that were noticed last first, closed ones too.
   *
   * Evidence is sent to the processor, in its own dashboard: this interface shows what becomes of a dispute, and decides nothing about it.
   *
   * @param query Filters and options of the request.
   * @param options Time-out and signal of this request.
   * @throws {BillingError} With `code` `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `invalid_parameter`, `unknown_parameter`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly findDisputes: (query?: FindDisputesQuery, options?: RequestOptions) => Promise<List<Dispute>>
  /**
   * Find events.
   *
   * Lists events in the order in which the changes were committed, oldest first. Begin without `after`, keep the id of each event once you have dealt with it, and go on `after` it the next time: none is missed, and after a crash at most the last one comes twice.
   *
   * `meta.has_more` says whether there are more right now; if not, ask again later. Fulfil orders from events, never from what a browser reports. An event shows its object as it was then, which may differ from its current state.
   *
   * The operator can configure the server to drop events after some months. If events after `after` were dropped, the answer is `cursor_expired`, never an empty list: compare your data with the lists of payments, subscriptions and customers, then start without `after`, at the first event that is kept. The last event that you have seen remains a valid `after` as long as no later one was recorded, however old it is.
   *
   * @param query Filters and options of the request.
   * @param options Time-out and signal of this request.
   * @throws {BillingError} With `code` `not_found`, `cursor_expired`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `invalid_parameter`, `unknown_parameter`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly findEvents: (query?: FindEventsQuery, options?: RequestOptions) => Promise<FindEventsAnswer>
  /**
   * Find a payment.
   *
   * Answers one payment as it is now. Ask for it while a payment is `PENDING`; asking changes nothing.
   *
   * A client token finds the payments of its own session only, and sees in them neither metadata nor what the processor said; while the shopper has something to do, `next_action` says where.
   *
   * @param id The identifier in the path.
   * @param options Time-out and signal of this request.
   * @throws {BillingError} With `code` `not_found`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `origin_not_allowed`, `invalid_parameter`, `unknown_parameter`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly findPayment: (id: string, options?: RequestOptions) => Promise<Payment>
  /**
   * Read the sandbox clock.
   *
   * Answers what the billing clock of a sandbox says. It moves nothing, and `ran` is `[]`. In live mode there is no such path.
   *
   * @param options Time-out and signal of this request.
   * @throws {BillingError} With `code` `not_found`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `unknown_parameter`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly findSandboxClock: (options?: RequestOptions) => Promise<SandboxClock>
  /**
   * Find a subscription.
   *
   * Answers one subscription, whatever its status. It changes nothing.
   *
   * @param id The identifier in the path.
   * @param options Time-out and signal of this request.
   * @throws {BillingError} With `code` `not_found`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `origin_not_allowed`, `invalid_parameter`, `unknown_parameter`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly findSubscription: (id: string, options?: RequestOptions) => Promise<Subscription>
  /**
   * Find subscriptions.
   *
   * Lists subscriptions, latest first, cancelled ones too.
   *
   * All filters must hold together. `search` looks into the subscription’s id and into the customer’s id, `external_id`, name, e-mail address and telephone number. `total` is exact for the snapshot.
   *
   * @param query Filters and options of the request.
   * @param options Time-out and signal of this request.
   * @throws {BillingError} With `code` `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `origin_not_allowed`, `invalid_parameter`, `unknown_parameter`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly findSubscriptions: (query?: FindSubscriptionsQuery, options?: RequestOptions) => Promise<List<Subscription>>
  /**
   * Preview a plan change or another next billing date.
   *
   * Says what a change of plan would charge now, at the next date and at every interval after it, and explains the calculation step by step. It changes and stores nothing, so a key that may only read subscriptions may ask.
   *
   * With `subscription.next_billing_date` instead of a plan it says what is charged at that date: see `updateSubscription`, which moves it.
   *
   * It is the same calculation that a session and a payment make. Send `quote.hash` as `expected.quote` of `createPayment` within half an hour to charge exactly this, or be refused with `amount_changed`.
   *
   * | `proration_billing_mode` | Charged now | Next date |
   * | --- | --- | --- |
   * | `prorated_immediately`, the default | the new price less credit for unused time | an interval from now |
   * | `full_immediately` | the new price | an interval from now |
   * | `prorated_next_billing_period` | nothing | as before; the rest of the running period is charged then at the new price |
   * | `full_next_billing_period` and `do_not_bill` | nothing | as before, at the new price |
   * | `at_period_end` | nothing | as before, at the new price |
   *
   * `at_period_end` switches the plan when the current period or trial ends, and is possible in `trial` and `active`: see `updateSubscription`. Every other mode switches it at once: the subscriber has the new plan from the change on, and the mode only says what is charged when.
   *
   * Credit beyond the new price stays on the subscription for later charges; it is never paid out. The surcharge of `prorated_next_billing_period` is collected with the next charge of any kind. If the subscription is cancelled before that, it is not collected, unless the subscription is started again. If that matters, use `prorated_immediately`.
   *
   * @param body What is sent.
   * @param options Time-out and signal, and the idempotency key of this request.
   * @throws {BillingError} With `code` `not_found`, `plan_archived`, `already_subscribed`, `subscription_not_changeable`, `currency_mismatch`, `amount_below_minimum`, `address_required`, `payment_in_progress`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `origin_not_allowed`, `payload_too_large`, `unsupported_media_type`, `invalid_json`, `invalid_parameter`, `unknown_parameter`, `idempotency_key_reused`, `idempotency_in_progress`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly previewSubscription: (body: PreviewSubscriptionBody, options?: WriteOptions) => Promise<ChangePreview>
  /**
   * Refund a payment.
   *
   * Refunds a payment: everything that is left of it, or `amount`. If the processor takes the currency only in steps, a partial refund has to be a multiple of the step (`amount_not_representable`); the whole rest can always be refunded. Several partial refunds are possible; together they never exceed the captured amount, even if they are requested at the same time.
   *
   * The answer is the payment: `refunded_amount` is the sum, and `refund` the latest refund. The status of the payment does not change. A refund is `pending` while the processor has not answered, and counts as given from the start. Only `SETTLING` and `SETTLED` payments can be refunded.
   *
   * A refund does not end a subscription; but a period whose payment went back is no longer paid for, so it earns no credit, and a subscription that was cancelled in it is not started again for free: it is charged, and credited with what is left of that money. Send an `Idempotency-Key`: without one, asking twice may refund twice.
   *
   * @param id The identifier in the path.
   * @param body What is sent.
   * @param options Time-out and signal, and the idempotency key of this request.
   * @throws {BillingError} With `code` `not_found`, `payment_not_refundable`, `refund_exceeds_captured`, `amount_not_representable`, `payment_in_progress`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `payload_too_large`, `unsupported_media_type`, `invalid_json`, `invalid_parameter`, `unknown_parameter`, `idempotency_key_reused`, `idempotency_in_progress`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly refundPayment: (id: string, body?: RefundPaymentBody, options?: WriteOptions) => Promise<Payment>
  /**
   * Say where the shopper is, enter a code, or change a plan.
   *
   * States where the shopper is, as far as tax depends on it, and returns the checkout with the amount that is due then. The `<billing-checkout>` element calls it, for its own session only.
   *
   * A place changes tax alone, never price or currency: those follow from the country that your backend knows. Parts that are absent stay as they were said before; another country forgets the state and the postal code that were said with the one before. Nothing is charged.
   *
   * A session that is refused with `already_subscribed` may name a subscription in `refusal`. With its id the session becomes a change of that subscription to the plan of the session, and the answer says what is due for it.
   *
   * With `discount_code` the session has the discount of that code, if `allow_codes` of the checkout is true; the answer has the new quote. A code that cannot be redeemed changes nothing: the request is refused with `discount_invalid`, and `details` say why. After 20 wrong codes from one network within an hour further codes are refused with `too_many_attempts`.
   *
   * @param id The identifier in the path.
   * @param body What is sent.
   * @param query Filters and options of the request.
   * @param options Time-out and signal, and the idempotency key of this request.
   * @throws {BillingError} With `code` `session_completed`, `session_expired`, `payment_in_progress`, `not_found`, `discount_invalid`, `too_many_attempts`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `origin_not_allowed`, `payload_too_large`, `unsupported_media_type`, `invalid_json`, `invalid_parameter`, `unknown_parameter`, `idempotency_key_reused`, `idempotency_in_progress`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly updateCheckout: (
    id: string,
    body?: UpdateCheckoutBody,
    query?: UpdateCheckoutQuery,
    options?: WriteOptions,
  ) => Promise<Checkout>
  /**
   * Preview a checkout.
   *
   * Answers what the checkout of a plan would show to a customer who buys for the first time: the price of their country, tax, trial, discount, and what their law asks for. It is the same calculation that a session makes. Set the answer as the property `preview` of the `<billing-checkout>` element to show it.
   *
   * It changes and stores nothing, so a key that may only read plans may ask. Nothing can be paid with the answer: the `id` of its session is of no session, and `client_token` is null. It lists no `wallet_frames`, because the button of a processor’s own needs a session.
   *
   * A discount counts for a customer who has redeemed none.
   *
   * @param body What is sent.
   * @param options Time-out and signal, and the idempotency key of this request.
   * @throws {BillingError} With `code` `not_found`, `plan_archived`, `discount_invalid`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `payload_too_large`, `unsupported_media_type`, `invalid_json`, `invalid_parameter`, `unknown_parameter`, `idempotency_key_reused`, `idempotency_in_progress`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly previewCheckout: (body: PreviewCheckoutBody, options?: WriteOptions) => Promise<Checkout>
  /**
   * Update a plan.
   *
   * Renames a plan, archives it or brings it back, or puts it into a group of plans that are alternatives of one product. A group changes what is sold from then on, and no subscription; a trial counts for the group that its plan has now or had when the trial began.
   *
   * An archived plan is no longer for sale: new sessions and payments that name it are refused with `plan_archived`. Its subscriptions continue, and sessions that were opened before stay payable. Prices never change.
   *
   * @param id The identifier in the path.
   * @param body What is sent.
   * @param options Time-out and signal, and the idempotency key of this request.
   * @throws {BillingError} With `code` `not_found`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `payload_too_large`, `unsupported_media_type`, `invalid_json`, `invalid_parameter`, `unknown_parameter`, `idempotency_key_reused`, `idempotency_in_progress`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly updatePlan: (id: string, body?: UpdatePlanBody, options?: WriteOptions) => Promise<Plan>
  /**
   * Create a webhook endpoint.
   *
   * Registers an address of yours. From now on, every event is sent there by `POST`, as `findEvents` shows it.
   *
   * An event counts as delivered when your server answers with a status from 200 to 299 within 15 seconds; else it is sent again after 5 seconds, 5 and 30 minutes, 2, 5, 10, 14, 20 and 24 hours. It may arrive twice, and out of order unless `mode` is `ordered`: recognise it by its id. Deliveries are signed as [Standard Webhooks](https://www.standardwebhooks.com) says; `verifyWebhook` of the client checks that. The answer shows the `secret` once.
   *
   * In `ordered` mode, an event whose last try failed is given up. The next event of its subject carries the header `webhook-gap` with the ids of at most ten missing events. A payment that begins a subscription is a subject of its own until the subscription exists.
   *
   * Redirects are not followed, and addresses of private networks are refused when events are sent. At most 50 endpoints.
   *
   * @param body What is sent.
   * @param options Time-out and signal, and the idempotency key of this request.
   * @throws {BillingError} With `code` `not_found`, `limit_reached`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `payload_too_large`, `unsupported_media_type`, `invalid_json`, `invalid_parameter`, `unknown_parameter`, `idempotency_key_reused`, `idempotency_in_progress`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly createWebhookEndpoint: (
    body: CreateWebhookEndpointBody,
    options?: WriteOptions,
  ) => Promise<WebhookEndpointWithSecret>
  /**
   * Find webhook endpoints.
   *
   * Lists webhook endpoints, latest first, the disabled ones too.
   *
   * Secrets are not shown.
   *
   * @param query Filters and options of the request.
   * @param options Time-out and signal of this request.
   * @throws {BillingError} With `code` `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `invalid_parameter`, `unknown_parameter`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly findWebhookEndpoints: (
    query?: FindWebhookEndpointsQuery,
    options?: RequestOptions,
  ) => Promise<List<WebhookEndpoint>>
  /**
   * Find a webhook endpoint.
   *
   * Finds one webhook endpoint.
   *
   * `failing_since` and `events_behind` say how it is doing; `findWebhookDeliveries` says what it answered.
   *
   * @param id The identifier in the path.
   * @param options Time-out and signal of this request.
   * @throws {BillingError} With `code` `not_found`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `invalid_parameter`, `unknown_parameter`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly findWebhookEndpoint: (id: string, options?: RequestOptions) => Promise<WebhookEndpoint>
  /**
   * Update a webhook endpoint.
   *
   * Changes an endpoint: its URL, description, event types, mode or payload. Disables it or enables it again.
   *
   * A disabled endpoint receives nothing, and no event is lost: `resume_from` says whether the endpoint continues `where_it_stopped`, or with the events from `now` on. If the server has dropped events meanwhile that the endpoint had not received, `where_it_stopped` is answered with `cursor_expired` and changes nothing.
   *
   * @param id The identifier in the path.
   * @param body What is sent.
   * @param options Time-out and signal, and the idempotency key of this request.
   * @throws {BillingError} With `code` `not_found`, `cursor_expired`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `payload_too_large`, `unsupported_media_type`, `invalid_json`, `invalid_parameter`, `unknown_parameter`, `idempotency_key_reused`, `idempotency_in_progress`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly updateWebhookEndpoint: (
    id: string,
    body?: UpdateWebhookEndpointBody,
    options?: WriteOptions,
  ) => Promise<WebhookEndpoint>
  /**
   * Delete a webhook endpoint.
   *
   * Deletes a webhook endpoint with its secret and its deliveries, and answers what it was.
   *
   * What is just being sent may still arrive. It cannot be undone.
   *
   * @param id The identifier in the path.
   * @param options Time-out and signal of this request.
   * @throws {BillingError} With `code` `not_found`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `invalid_parameter`, `unknown_parameter`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly deleteWebhookEndpoint: (id: string, options?: RequestOptions) => Promise<WebhookEndpoint>
  /**
   * Rotate a webhook secret.
   *
   * Gives an endpoint another secret, which the answer shows once.
   *
   * For 24 hours deliveries are signed with both, so that nothing is refused while you bring the new one to your servers. Rotating again within that time ends the older of the two.
   *
   * @param id The identifier in the path.
   * @param options Time-out and signal, and the idempotency key of this request.
   * @throws {BillingError} With `code` `not_found`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `payload_too_large`, `unsupported_media_type`, `invalid_json`, `invalid_parameter`, `unknown_parameter`, `idempotency_key_reused`, `idempotency_in_progress`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly rotateWebhookSecret: (id: string, options?: WriteOptions) => Promise<WebhookEndpointWithSecret>
  /**
   * Replay webhooks.
   *
   * Sends an endpoint events of the past once more: those of a time, whatever became of them, or all deliveries that `failed`.
   *
   * Each carries the same `webhook-id` as before, and only types that the endpoint asks for are sent. What it has not been sent yet comes by itself. At most 10,000 events at a time: take a shorter time, or ask again.
   *
   * @param id The identifier in the path.
   * @param body What is sent.
   * @param options Time-out and signal, and the idempotency key of this request.
   * @throws {BillingError} With `code` `not_found`, `limit_reached`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `payload_too_large`, `unsupported_media_type`, `invalid_json`, `invalid_parameter`, `unknown_parameter`, `idempotency_key_reused`, `idempotency_in_progress`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly replayWebhooks: (
    id: string,
    body?: ReplayWebhooksBody,
    options?: WriteOptions,
  ) => Promise<ReplayWebhooksAnswer>
  /**
   * Find webhook deliveries.
   *
   * Lists deliveries, latest first, with each try and what your server answered.
   *
   * An event that an endpoint has not been sent yet is in no list: `events_behind` of the endpoint counts those. Deliveries are kept for 30 days, and longer while they are pending.
   *
   * @param query Filters and options of the request.
   * @param options Time-out and signal of this request.
   * @throws {BillingError} With `code` `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `invalid_parameter`, `unknown_parameter`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly findWebhookDeliveries: (
    query?: FindWebhookDeliveriesQuery,
    options?: RequestOptions,
  ) => Promise<List<WebhookDelivery>>
  /**
   * Redeliver a webhook.
   *
   * Sends the event of a delivery once more, whatever became of it before, and again until it has arrived as if it were new.
   *
   * It carries the same `webhook-id`. While its endpoint is disabled or fails it waits. In `ordered` mode it goes behind what is pending before it, and later events of its subject wait for it.
   *
   * @param id The identifier in the path.
   * @param options Time-out and signal, and the idempotency key of this request.
   * @throws {BillingError} With `code` `not_found`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `payload_too_large`, `unsupported_media_type`, `invalid_json`, `invalid_parameter`, `unknown_parameter`, `idempotency_key_reused`, `idempotency_in_progress`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly redeliverWebhook: (id: string, options?: WriteOptions) => Promise<WebhookDelivery>
  /**
   * Test a webhook endpoint.
   *
   * Sends an event of type `webhook_endpoint.test` to the endpoint, whatever types it asks for; its object is the endpoint.
   *
   * The answer is the delivery before its first try: ask `findWebhookDeliveries` for its `event_id` what became of it. The event is in no list of events.
   *
   * @param id The identifier in the path.
   * @param options Time-out and signal, and the idempotency key of this request.
   * @throws {BillingError} With `code` `not_found`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `payload_too_large`, `unsupported_media_type`, `invalid_json`, `invalid_parameter`, `unknown_parameter`, `idempotency_key_reused`, `idempotency_in_progress`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly testWebhookEndpoint: (id: string, options?: WriteOptions) => Promise<WebhookDelivery>
  /**
   * Find audit records.
   *
   * Lists every write to what is yours, latest first: by an API key, a user of the dashboard, a shopper, the server itself or the operator of the server.
   *
   * A write that made an event is that event. The scope `audit` has to be named when an API key is made: a key that may do everything else may not read this.
   *
   * Records are sealed into a chain seconds after they were written, so the operator notices if a record is changed or removed later.
   *
   * @param query Filters and options of the request.
   * @param options Time-out and signal of this request.
   * @throws {BillingError} With `code` `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `invalid_parameter`, `unknown_parameter`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly findAuditRecords: (query?: FindAuditRecordsQuery, options?: RequestOptions) => Promise<List<AuditRecord>>
  /**
   * Erase a customer.
   *
   * Erases who a customer is: names, addresses, contacts, metadata and stored payment methods, wherever they are stored, in events, sessions, remembered answers and the audit log, too, and at the processors that know the customer. What was paid, when, in which country and with which tax stays. Events that are delivered or read later show the customer as they are now.
   *
   * The scope `erasure` has to be named when an API key is made: a key that may do everything else may not do this. It cannot be undone, also not by restoring a backup. Erasing again changes nothing and answers the same, so no `Idempotency-Key` is needed. An erased customer is still answered, with `erased_at`, and cannot buy, be charged or be changed any more: that is answered with `not_found`. Who buys again is a new customer.
   *
   * It is refused with `customer_in_use` while a payment, a refund that is owed, a dispute or a declaration is under way, and while a subscription is not cancelled unless `cancel_subscriptions` is `true`; `details` names each. Nothing is changed then. Open sessions of the customer expire.
   *
   * @param id The identifier in the path.
   * @param query Filters and options of the request.
   * @param options Time-out and signal of this request.
   * @throws {BillingError} With `code` `not_found`, `customer_in_use`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `invalid_parameter`, `unknown_parameter`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly eraseCustomer: (id: string, query?: EraseCustomerQuery, options?: RequestOptions) => Promise<Customer>
  /**
   * Grant credit.
   *
   * Grants a customer goodwill credit, which `balances` of the customer shows. It is spent by itself on what the customer buys next in this currency: a new subscription, the return to a cancelled one, a plan change that is charged now, or a one-off purchase. It never lowers a renewal, and is never paid out.
   *
   * Your own `POST /payments` spends it, and a checkout does if its session names the customer by `id` or `external_id`, or a subscription of theirs. It lowers the price before tax, is a line of the quote (`customer_credit`) and part of its hash. If it covers all that is due, no processor is charged; a recurring purchase still needs a payment method, which is verified. It is spent in part if the rest would be less than can be charged.
   *
   * A payment in flight holds what it spends, and gives it back if it comes to nothing. A refund gives back money only, at most what was charged: grant the credit again if you want to give that back, too. Each request grants credit again, so send an `Idempotency-Key`.
   *
   * @param id The identifier in the path.
   * @param body What is sent.
   * @param options Time-out and signal, and the idempotency key of this request.
   * @throws {BillingError} With `code` `not_found`, `limit_reached`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `payload_too_large`, `unsupported_media_type`, `invalid_json`, `invalid_parameter`, `unknown_parameter`, `idempotency_key_reused`, `idempotency_in_progress`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly grantCredit: (id: string, body: GrantCreditBody, options?: WriteOptions) => Promise<Customer>
  /**
   * Receive a declaration.
   *
   * Receives what a consumer declared on a page of yours without signing in. It is kept whether or not any contract fits, and causes the event `declaration.received`. If new payments keep meeting it, it is answered without `effects`, and acted on within seconds, as of its receipt. Never show the answer to the consumer: it says which subscriptions an e-mail address has. Show what they typed and `received_at`. Our pages `/o/{organization}/cancel` and `/o/{organization}/withdraw` do this without a call of yours: link to them from your site.
   *
   * Contracts are found by the e-mail address of their customer, and by `contract`, which may be the id of a subscription, of a payment or of a consent, or the name of a plan. If `contract` fits none, all contracts of the address count: its subscriptions and, for a withdrawal, its latest 100 one-off purchases of the last 400 days.
   *
   * A cancellation lets every subscription that fits run to the end of the period that is paid for. If `requested_end_at` is later than that, it renews until the first of its periods that ends on or after that date; `cancellation.ends_at` says when. Nothing is charged at or after that end, and a scheduled change of its plan is removed. A cancellation for good cause never waits for a renewal. An earlier end declared previously stays in force. If a change of the plan is being paid, the subscription is left to you. Nothing is refunded, except a renewal that was charged between the receipt and its effect. If you let us send emails, the one about it has a link by which the customer takes the cancellation back.
   *
   * A withdrawal ends the contract at once and refunds what the law of the country of sale prescribes, judged by the consent receipt. If the plan was changed, a withdrawal that names the payment or consent of the last change undoes it: the subscription gets back its plan, quantity, period and credit, and what the change charged is refunded. If it names no change, that happens only when the last change alone can still be withdrawn from. If something has happened since (a renewal, another change, a refund, a dispute), you decide, as for every withdrawal that is unclear. A change that you made without a consent of the customer is never undone. It is left to you if several contracts could be withdrawn from, the subscription and a change of its plan among them, if the change spent credit of the customer, or while a payment other than a renewal is in flight or one is authorized and not captured. You may always refund more.
   *
   * @param body What is sent.
   * @param options Time-out and signal, and the idempotency key of this request.
   * @throws {BillingError} With `code` `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `payload_too_large`, `unsupported_media_type`, `invalid_json`, `invalid_parameter`, `unknown_parameter`, `idempotency_key_reused`, `idempotency_in_progress`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly createDeclaration: (body: CreateDeclarationBody, options?: WriteOptions) => Promise<Declaration>
  /**
   * Find a declaration.
   *
   * Answers what a consumer declared, and what that did.
   *
   * @param id The identifier in the path.
   * @param options Time-out and signal of this request.
   * @throws {BillingError} With `code` `not_found`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `invalid_parameter`, `unknown_parameter`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly findDeclaration: (id: string, options?: RequestOptions) => Promise<Declaration>
  /**
   * Find declarations.
   *
   * Lists what consumers declared, latest first. All filters must hold together.
   *
   * @param query Filters and options of the request.
   * @param options Time-out and signal of this request.
   * @throws {BillingError} With `code` `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `invalid_parameter`, `unknown_parameter`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly findDeclarations: (query?: FindDeclarationsQuery, options?: RequestOptions) => Promise<List<Declaration>>
  /**
   * Find emails.
   *
   * Lists emails to customers, latest first, with what became of each. All filters must hold together.
   *
   * The list has the facts of an email, never its text, because the text may contain links that sign a customer in.
   *
   * @param query Filters and options of the request.
   * @param options Time-out and signal of this request.
   * @throws {BillingError} With `code` `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `invalid_parameter`, `unknown_parameter`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly findEmails: (query?: FindEmailsQuery, options?: RequestOptions) => Promise<List<Email>>
  /**
   * Resend an email.
   *
   * Queues a copy of an email, with an id and a `Message-ID` of its own, and answers the copy. It states the same facts in the same language.
   *
   * The copy goes to the address of the first email. With `to: current` it goes to the customer’s current address, which a scoped key may only ask for if it may write `customers`.
   *
   * The copy is suppressed like any email if its kind is switched off, or if what it announces no longer holds.
   *
   * Emails that sign a customer in are never resent: `email_not_resendable`.
   *
   * @param id The identifier in the path.
   * @param body What is sent.
   * @param options Time-out and signal, and the idempotency key of this request.
   * @throws {BillingError} With `code` `not_found`, `email_not_resendable`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `payload_too_large`, `unsupported_media_type`, `invalid_json`, `invalid_parameter`, `unknown_parameter`, `idempotency_key_reused`, `idempotency_in_progress`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly resendEmail: (id: string, body?: ResendEmailBody, options?: WriteOptions) => Promise<Email>
  /**
   * Create a subscription that costs nothing now.
   *
   * Opens a subscription of `customer` to a recurring plan that costs nothing now, because its price is 0 or it begins with a free trial. No payment method is needed, no processor is called, and a payment of 0 records the purchase. A subscription that costs something now is refused with `payment_method_required`, also if a discount or credit lowers the amount to 0: use `createPayment` or a client session.
   *
   * A renewal that costs nothing begins a period without a payment. A client session with `subscription.id` adds a payment method. If a trial ends, or the subscription costs something for the first time, and no method was added, the setting `trial_end_without_method` decides: the subscription ends (`cancel`, the default) and a session of it (`recover`) begins it again, or it becomes `past_due`: the event `subscription.payment_method_missing` comes on days 0, 3 and 7, and it is cancelled when the days of `dunning_days` are over.
   *
   * A plan’s trial is given once to a customer or e-mail address; with `trial: always` it is given again. The customer has one live subscription of a plan or its group: a second one is refused with `already_subscribed`, unless the organization allows several.
   *
   * Send an `Idempotency-Key`: the same request with the same key gets the same subscription.
   *
   * @param body What is sent.
   * @param options Time-out and signal, and the idempotency key of this request.
   * @throws {BillingError} With `code` `not_found`, `plan_archived`, `discount_invalid`, `payment_method_required`, `address_required`, `payment_in_progress`, `already_subscribed`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `payload_too_large`, `unsupported_media_type`, `invalid_json`, `invalid_parameter`, `unknown_parameter`, `idempotency_key_reused`, `idempotency_in_progress`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly createSubscription: (body: CreateSubscriptionBody, options?: WriteOptions) => Promise<Subscription>
  /**
   * Create a recovery link.
   *
   * Makes a link to a page of ours on which the customer of a subscription that is `past_due` pays what it owes with another card, without signing in. If the setting `emails` is `send`, the emails `payment_failed` and `payment_method_missing` carry such a link already; use this one in messages of your own.
   *
   * The page shows the plan, the amount and the masked e-mail address, and no stored method. The payment begins with a button press there: opening the link changes nothing.
   *
   * The link ends after 30 days, or before that when the subscription is paid or ends, or when you ask for another one: that replaces every earlier link of the subscription, those in emails included, and ends the sessions that they opened. However often it is used, what is owed is charged once.
   *
   * A live server without a `FRAME_ORIGIN` of its own serves no pages: `unavailable`.
   *
   * @param id The identifier in the path.
   * @param options Time-out and signal, and the idempotency key of this request.
   * @throws {BillingError} With `code` `not_found`, `subscription_not_changeable`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `payload_too_large`, `unsupported_media_type`, `invalid_json`, `invalid_parameter`, `unknown_parameter`, `idempotency_key_reused`, `idempotency_in_progress`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly createRecoveryLink: (id: string, options?: WriteOptions) => Promise<RecoveryLink>
  /**
   * Create a payment link.
   *
   * Creates a link to a page of ours on which any shopper buys a plan, such as for a newsletter or a printed code. The page shows your name, the plan and its price, and asks for an e-mail address; a button press there opens a client session, which the checkout at `/pay/{session_id}` completes.
   *
   * Such a session names no customer of yours: it shows no stored method, and the plan’s trial is given once to an e-mail address and card. Opening the link opens no session.
   *
   * A link whose discount has ended or is used up sells nothing, like one that is used up itself. If a shopper may not redeem the discount any more, the checkout shows the price without it.
   *
   * A live server without a `FRAME_ORIGIN` of its own serves no pages: `unavailable`.
   *
   * @param body What is sent.
   * @param options Time-out and signal, and the idempotency key of this request.
   * @throws {BillingError} With `code` `not_found`, `plan_archived`, `discount_invalid`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `payload_too_large`, `unsupported_media_type`, `invalid_json`, `invalid_parameter`, `unknown_parameter`, `idempotency_key_reused`, `idempotency_in_progress`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly createPaymentLink: (body: CreatePaymentLinkBody, options?: WriteOptions) => Promise<PaymentLink>
  /**
   * Find a payment link.
   *
   * Answers one payment link, active or not. It changes nothing.
   *
   * @param id The identifier in the path.
   * @param options Time-out and signal of this request.
   * @throws {BillingError} With `code` `not_found`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `invalid_parameter`, `unknown_parameter`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly findPaymentLink: (id: string, options?: RequestOptions) => Promise<PaymentLink>
  /**
   * Find payment links.
   *
   * Lists payment links, latest first, active or not. All filters must hold together.
   *
   * @param query Filters and options of the request.
   * @param options Time-out and signal of this request.
   * @throws {BillingError} With `code` `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `invalid_parameter`, `unknown_parameter`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly findPaymentLinks: (query?: FindPaymentLinksQuery, options?: RequestOptions) => Promise<List<PaymentLink>>
  /**
   * Update a payment link.
   *
   * Switches a payment link off or on, or changes its limits or where its page leads after the payment. Members that are absent stay as they are. Plan, quantity and discount never change: for others create another link.
   *
   * A link that is inactive, expired or used up sells nothing, and open sessions of it count as expired. A payment that has begun is finished.
   *
   * A link pauses itself, with the event `payment_link.paused`, if within an hour at least 20 of its payments are declined, and four times as many as are approved. `active: true` lets it sell again and begins a new count.
   *
   * @param id The identifier in the path.
   * @param body What is sent.
   * @param options Time-out and signal, and the idempotency key of this request.
   * @throws {BillingError} With `code` `not_found`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `payload_too_large`, `unsupported_media_type`, `invalid_json`, `invalid_parameter`, `unknown_parameter`, `idempotency_key_reused`, `idempotency_in_progress`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly updatePaymentLink: (id: string, body?: UpdatePaymentLinkBody, options?: WriteOptions) => Promise<PaymentLink>
  /**
   * Create a portal session.
   *
   * Opens the customer portal for an hour: the customer sees subscriptions, payments and payment methods of theirs, changes plan, cancels, resumes and keeps address and methods current. Create it when a customer of yours who is signed in opens their account.
   *
   * Send the customer to `url`, which is good for one use within 5 minutes: a button press there begins the session in that browser. Or give `client_token` to the `<billing-portal>` element on a page of yours.
   *
   * What a client token of the portal may do is fixed: it reads and changes what belongs to this customer, and everything else is refused with `insufficient_permission`. The settings `portal_features` and `portal_changes` say what you offer. A session ends with `endPortalSession` and with the erasure of the customer.
   *
   * A server that serves no pages for shoppers (`HOSTED_PAGES=off`, or live mode without a `FRAME_ORIGIN`) opens no session of the portal, not even for the element: `unavailable`.
   *
   * @param body What is sent.
   * @param options Time-out and signal, and the idempotency key of this request.
   * @throws {BillingError} With `code` `not_found`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `payload_too_large`, `unsupported_media_type`, `invalid_json`, `invalid_parameter`, `unknown_parameter`, `idempotency_key_reused`, `idempotency_in_progress`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly createPortalSession: (body: CreatePortalSessionBody, options?: WriteOptions) => Promise<PortalSession>
  /**
   * End a portal session.
   *
   * Ends a portal session at once, with its link, its cookie and its client tokens: when the customer signs out of your site, or if a link went astray. A client token ends its own session only.
   *
   * Ending it again changes nothing.
   *
   * @param id The identifier in the path.
   * @param options Time-out and signal of this request.
   * @throws {BillingError} With `code` `not_found`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `origin_not_allowed`, `invalid_parameter`, `unknown_parameter`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly endPortalSession: (id: string, options?: RequestOptions) => Promise<EndedPortalSession>
  /**
   * Read the portal, as its page does.
   *
   * Answers everything that the `<billing-portal>` element shows, in one read, with amounts and dates written for the locale, and a new client token. It changes nothing.
   *
   * @param query Filters and options of the request.
   * @param options Time-out and signal of this request.
   * @throws {BillingError} With `code` `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `origin_not_allowed`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly findPortal: (query?: FindPortalQuery, options?: RequestOptions) => Promise<Portal>
  /**
   * Create a discount.
   *
   * Creates a discount, with either `percent_off` or `amount_off`. An absent code or limit is null. What it takes off, for how long and from which plans never changes; for another discount create another, and archive this one.
   *
   * A trial is neither discounted nor counted. Only a paid charge uses up a period.
   *
   * @param body What is sent.
   * @param options Time-out and signal, and the idempotency key of this request.
   * @throws {BillingError} With `code` `not_found`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `payload_too_large`, `unsupported_media_type`, `invalid_json`, `invalid_parameter`, `unknown_parameter`, `idempotency_key_reused`, `idempotency_in_progress`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly createDiscount: (body: CreateDiscountBody, options?: WriteOptions) => Promise<Discount>
  /**
   * Find a discount.
   *
   * Answers one discount, archived or not. It changes nothing.
   *
   * @param id The identifier in the path.
   * @param options Time-out and signal of this request.
   * @throws {BillingError} With `code` `not_found`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `invalid_parameter`, `unknown_parameter`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly findDiscount: (id: string, options?: RequestOptions) => Promise<Discount>
  /**
   * Find discounts.
   *
   * Lists discounts, latest first, archived or not. All filters must hold together.
   *
   * @param query Filters and options of the request.
   * @param options Time-out and signal of this request.
   * @throws {BillingError} With `code` `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `invalid_parameter`, `unknown_parameter`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly findDiscounts: (query?: FindDiscountsQuery, options?: RequestOptions) => Promise<List<Discount>>
  /**
   * Update a discount.
   *
   * Renames a discount, archives it or brings it back, or changes its code and its limits. Members that are absent stay as they are. Subscriptions that have redeemed it keep it as it was.
   *
   * A discount that is archived, has ended or is used up cannot be redeemed.
   *
   * @param id The identifier in the path.
   * @param body What is sent.
   * @param options Time-out and signal, and the idempotency key of this request.
   * @throws {BillingError} With `code` `not_found`, `unsupported_api_version`, `missing_credentials`, `invalid_credentials`, `expired_credentials`, `insufficient_permission`, `payload_too_large`, `unsupported_media_type`, `invalid_json`, `invalid_parameter`, `unknown_parameter`, `idempotency_key_reused`, `idempotency_in_progress`, `rate_limited`, `internal`, `unavailable`.
   */
  readonly updateDiscount: (id: string, body?: UpdateDiscountBody, options?: WriteOptions) => Promise<Discount>
}

/** What the events of each type carry as `data.object`. */
export interface EventObjects {
  /** A payment was begun. */
  readonly 'payment.created': Payment
  /** A payment changed, such as its status: paid means `AUTHORIZED`, `SETTLING` or `SETTLED`. */
  readonly 'payment.updated': Payment
  /** The processor took another amount than requested, or another outcome became known. */
  readonly 'payment.outcome_differs': Payment
  /** The outcome of a payment is not known yet. */
  readonly 'payment.outcome_unknown': Payment
  /** A refund or void that is owed has not succeeded for too long. */
  readonly 'payment.obligation_overdue': Payment
  /** The payer’s bank suspects a fraud. Nothing has changed yet. */
  readonly 'payment.fraud_warning': Payment
  /** A refund was begun. */
  readonly 'refund.created': Payment
  /** A refund succeeded or was refused. */
  readonly 'refund.updated': Payment
  /** An accepted refund has failed, and can be requested again. */
  readonly 'refund.failed': Payment
  /** A payer objected to a payment at their bank. */
  readonly 'dispute.created': Dispute
  /** A dispute changed. */
  readonly 'dispute.updated': Dispute
  /** A dispute was won, lost or withdrawn. */
  readonly 'dispute.closed': Dispute
  /** A subscription was begun. */
  readonly 'subscription.created': Subscription
  /** A subscription changed: its plan, period, status or method. */
  readonly 'subscription.updated': Subscription
  /** A charge of a subscription was declined. It is tried again. */
  readonly 'subscription.past_due': Subscription
  /** A subscription ended. */
  readonly 'subscription.cancelled': Subscription
  /** A trial ends soon, and the first full charge follows. */
  readonly 'subscription.trial_ending': Subscription
  /** A subscription renews soon. */
  readonly 'subscription.renewal_upcoming': Subscription
  /** A period was not charged, because it was over before it could be. */
  readonly 'subscription.period_skipped': Subscription
  /** A renewal waits, because tax depends on a part of the customer’s address that is unknown. `updateCustomer` changes it. */
  readonly 'subscription.address_required': Subscription
  /** A change of plan waits for the end of the current period. */
  readonly 'subscription.change_scheduled': Subscription
  /** A scheduled change was dropped when its time came, because the customer has another subscription to that plan or its group. The subscription renews on its own plan. */
  readonly 'subscription.change_refused': Subscription
  /** A charge of a subscription is due that never had a payment method. It comes on days 0, 3 and 7, with `trial_end_without_method` `past_due`. */
  readonly 'subscription.payment_method_missing': Subscription
  /** A customer was created. */
  readonly 'customer.created': Customer
  /** A customer changed, or was erased. */
  readonly 'customer.updated': Customer
  /** A customer has a new stored method. */
  readonly 'payment_method.attached': PaymentMethod
  /** A stored method is not charged any more. */
  readonly 'payment_method.detached': PaymentMethod
  /** A card expires before the next charge of a subscription: sent two weeks before that charge, or at the period’s start if that is later, once per card and expiry date. */
  readonly 'payment_method.expiring': PaymentMethod
  /** A discount was created. */
  readonly 'discount.created': Discount
  /** A discount changed, other than by a redemption. */
  readonly 'discount.updated': Discount
  /** A consumer cancelled a contract or withdrew from it without signing in. */
  readonly 'declaration.received': Declaration
  /** A payment link was paused, because within an hour most of its payments were declined, at least 20. `updatePaymentLink` with `active: true` lets it sell again. */
  readonly 'payment_link.paused': PaymentLink
  /** The mail server has accepted an email to a customer. */
  readonly 'email.sent': Email
  /** An email to a customer could not be sent. */
  readonly 'email.failed': Email
  /** An email to a customer is due, which you send yourself. */
  readonly 'email.ready': RenderedEmail
  /** An endpoint has not taken events for days. */
  readonly 'webhook_endpoint.failing': WebhookEndpoint
  /** You asked for a test of an endpoint. */
  readonly 'webhook_endpoint.test': WebhookEndpoint
  /** A connection to a processor was added or changed. */
  readonly 'connection.changed': Connection
  /** No money moves over a connection until its processor lets you in again. */
  readonly 'connection.paused': Connection
  /** A processor moved money that the books do not have, or the other way round. */
  readonly 'books.difference': BooksDifference
}

/** One thing that is wrong with a request. */
export type ProblemDetail = ProblemBody['error']['details'][number]

/** What each operation is sent and answers. */
export interface Operations {
  readonly findCustomers: { readonly body: never; readonly query: FindCustomersQuery; readonly answer: List<Customer> }
  readonly updateCustomer: { readonly body: UpdateCustomerBody; readonly query: never; readonly answer: Customer }
  readonly updateClientSession: {
    readonly body: UpdateClientSessionBody
    readonly query: never
    readonly answer: ClientSession
  }
  readonly createPayment: { readonly body: CreatePaymentBody; readonly query: never; readonly answer: Payment }
  readonly findPayments: { readonly body: never; readonly query: FindPaymentsQuery; readonly answer: List<Payment> }
  readonly updateSubscription: {
    readonly body: UpdateSubscriptionBody
    readonly query: never
    readonly answer: Subscription
  }
  readonly scheduleCancellation: {
    readonly body: ScheduleCancellationBody
    readonly query: never
    readonly answer: Subscription
  }
  readonly findPlan: { readonly body: never; readonly query: never; readonly answer: Plan }
  readonly findPlans: { readonly body: never; readonly query: FindPlansQuery; readonly answer: List<Plan> }
  readonly advanceSandboxClock: {
    readonly body: AdvanceSandboxClockBody
    readonly query: never
    readonly answer: SandboxClock
  }
  readonly cancelSubscription: {
    readonly body: CancelSubscriptionBody
    readonly query: never
    readonly answer: Subscription
  }
  readonly createClientSession: {
    readonly body: CreateClientSessionBody
    readonly query: never
    readonly answer: ClientSession
  }
  readonly createCustomer: { readonly body: CreateCustomerBody; readonly query: never; readonly answer: Customer }
  readonly createPlan: { readonly body: CreatePlanBody; readonly query: never; readonly answer: Plan }
  readonly detachPaymentMethod: { readonly body: never; readonly query: never; readonly answer: DetachedPaymentMethod }
  readonly findCardKeys: { readonly body: never; readonly query: never; readonly answer: FindCardKeysAnswer }
  readonly findCheckout: { readonly body: never; readonly query: FindCheckoutQuery; readonly answer: Checkout }
  readonly findClientSession: { readonly body: never; readonly query: never; readonly answer: ClientSession }
  readonly findClientSessions: {
    readonly body: never
    readonly query: FindClientSessionsQuery
    readonly answer: List<ClientSession>
  }
  readonly findCustomer: { readonly body: never; readonly query: never; readonly answer: Customer }
  readonly findAccess: { readonly body: never; readonly query: FindAccessQuery; readonly answer: AccessList }
  readonly findConsent: { readonly body: never; readonly query: never; readonly answer: Consent }
  readonly findConsents: { readonly body: never; readonly query: FindConsentsQuery; readonly answer: List<Consent> }
  readonly findPaymentConsent: { readonly body: never; readonly query: never; readonly answer: Consent }
  readonly findDispute: { readonly body: never; readonly query: never; readonly answer: Dispute }
  readonly findDisputes: { readonly body: never; readonly query: FindDisputesQuery; readonly answer: List<Dispute> }
  readonly findEvents: { readonly body: never; readonly query: FindEventsQuery; readonly answer: FindEventsAnswer }
  readonly findPayment: { readonly body: never; readonly query: never; readonly answer: Payment }
  readonly findSandboxClock: { readonly body: never; readonly query: never; readonly answer: SandboxClock }
  readonly findSubscription: { readonly body: never; readonly query: never; readonly answer: Subscription }
  readonly findSubscriptions: {
    readonly body: never
    readonly query: FindSubscriptionsQuery
    readonly answer: List<Subscription>
  }
  readonly previewSubscription: {
    readonly body: PreviewSubscriptionBody
    readonly query: never
    readonly answer: ChangePreview
  }
  readonly refundPayment: { readonly body: RefundPaymentBody; readonly query: never; readonly answer: Payment }
  readonly updateCheckout: {
    readonly body: UpdateCheckoutBody
    readonly query: UpdateCheckoutQuery
    readonly answer: Checkout
  }
  readonly previewCheckout: { readonly body: PreviewCheckoutBody; readonly query: never; readonly answer: Checkout }
  readonly updatePlan: { readonly body: UpdatePlanBody; readonly query: never; readonly answer: Plan }
  readonly createWebhookEndpoint: {
    readonly body: CreateWebhookEndpointBody
    readonly query: never
    readonly answer: WebhookEndpointWithSecret
  }
  readonly findWebhookEndpoints: {
    readonly body: never
    readonly query: FindWebhookEndpointsQuery
    readonly answer: List<WebhookEndpoint>
  }
  readonly findWebhookEndpoint: { readonly body: never; readonly query: never; readonly answer: WebhookEndpoint }
  readonly updateWebhookEndpoint: {
    readonly body: UpdateWebhookEndpointBody
    readonly query: never
    readonly answer: WebhookEndpoint
  }
  readonly deleteWebhookEndpoint: { readonly body: never; readonly query: never; readonly answer: WebhookEndpoint }
  readonly rotateWebhookSecret: {
    readonly body: never
    readonly query: never
    readonly answer: WebhookEndpointWithSecret
  }
  readonly replayWebhooks: {
    readonly body: ReplayWebhooksBody
    readonly query: never
    readonly answer: ReplayWebhooksAnswer
  }
  readonly findWebhookDeliveries: {
    readonly body: never
    readonly query: FindWebhookDeliveriesQuery
    readonly answer: List<WebhookDelivery>
  }
  readonly redeliverWebhook: { readonly body: never; readonly query: never; readonly answer: WebhookDelivery }
  readonly testWebhookEndpoint: { readonly body: never; readonly query: never; readonly answer: WebhookDelivery }
  readonly findAuditRecords: {
    readonly body: never
    readonly query: FindAuditRecordsQuery
    readonly answer: List<AuditRecord>
  }
  readonly eraseCustomer: { readonly body: never; readonly query: EraseCustomerQuery; readonly answer: Customer }
  readonly grantCredit: { readonly body: GrantCreditBody; readonly query: never; readonly answer: Customer }
  readonly createDeclaration: {
    readonly body: CreateDeclarationBody
    readonly query: never
    readonly answer: Declaration
  }
  readonly findDeclaration: { readonly body: never; readonly query: never; readonly answer: Declaration }
  readonly findDeclarations: {
    readonly body: never
    readonly query: FindDeclarationsQuery
    readonly answer: List<Declaration>
  }
  readonly findEmails: { readonly body: never; readonly query: FindEmailsQuery; readonly answer: List<Email> }
  readonly resendEmail: { readonly body: ResendEmailBody; readonly query: never; readonly answer: Email }
  readonly createSubscription: {
    readonly body: CreateSubscriptionBody
    readonly query: never
    readonly answer: Subscription
  }
  readonly createRecoveryLink: { readonly body: never; readonly query: never; readonly answer: RecoveryLink }
  readonly createPaymentLink: {
    readonly body: CreatePaymentLinkBody
    readonly query: never
    readonly answer: PaymentLink
  }
  readonly findPaymentLink: { readonly body: never; readonly query: never; readonly answer: PaymentLink }
  readonly findPaymentLinks: {
    readonly body: never
    readonly query: FindPaymentLinksQuery
    readonly answer: List<PaymentLink>
  }
  readonly updatePaymentLink: {
    readonly body: UpdatePaymentLinkBody
    readonly query: never
    readonly answer: PaymentLink
  }
  readonly createPortalSession: {
    readonly body: CreatePortalSessionBody
    readonly query: never
    readonly answer: PortalSession
  }
  readonly endPortalSession: { readonly body: never; readonly query: never; readonly answer: EndedPortalSession }
  readonly findPortal: { readonly body: never; readonly query: FindPortalQuery; readonly answer: Portal }
  readonly createDiscount: { readonly body: CreateDiscountBody; readonly query: never; readonly answer: Discount }
  readonly findDiscount: { readonly body: never; readonly query: never; readonly answer: Discount }
  readonly findDiscounts: { readonly body: never; readonly query: FindDiscountsQuery; readonly answer: List<Discount> }
  readonly updateDiscount: { readonly body: UpdateDiscountBody; readonly query: never; readonly answer: Discount }
}
