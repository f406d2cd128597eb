/** Every kind of email. All go to customers; none goes to the merchant or to users of the dashboard. */
export const emailKinds = [
  'order_confirmation',
  'receipt',
  'refund',
  'trial_ending',
  'renewal_notice',
  'price_change',
  'reminder',
  'payment_failed',
  'payment_method_missing',
  'card_expiring',
  'plan_changed',
  'change_scheduled',
  'cancellation',
  'withdrawal',
  'sign_in',
  'email_changed',
] as const

/** One kind of email. */
export type EmailKind = (typeof emailKinds)[number]

/** The kinds of email that a merchant may switch off. The others are required by a law or a card network, or needed for signing in. */
export const optionalEmailKinds = [
  'receipt',
  'refund',
  'payment_failed',
  'payment_method_missing',
  'card_expiring',
] as const satisfies readonly EmailKind[]

/**
 * The kinds for signing in. The server's own mail server always sends them, whatever the settings say, and the merchant cannot
 * resend them.
 */
export const accountEmailKinds = ['sign_in', 'email_changed'] as const satisfies readonly EmailKind[]

/** The statuses of an email. */
export const emailStatuses = ['queued', 'sent', 'failed', 'suppressed'] as const

/** The status of an email. */
export type EmailStatus = (typeof emailStatuses)[number]

/** Why an email was not sent. */
export const emailReasons = [
  'customer_erased',
  'no_address',
  'no_mailer',
  'not_needed',
  'refused',
  'switched_off',
  'undeliverable',
] as const

/** Why an email was not sent. */
export type EmailReason = (typeof emailReasons)[number]
