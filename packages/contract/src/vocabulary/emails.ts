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

/**
 * The kinds of email that a merchant may switch off. A law or a card network requires the other kinds, or customers need them to sign in.
 */
export const optionalEmailKinds = [
  'receipt',
  'refund',
  'payment_failed',
  'payment_method_missing',
  'card_expiring',
] as const satisfies readonly EmailKind[]

/**
 * The kinds of email for signing in. The server always sends them by its own mail server, whatever the settings are, and the merchant
 * cannot resend them.
 */
export const accountEmailKinds = ['sign_in', 'email_changed'] as const satisfies readonly EmailKind[]

/** The statuses of an email. */
export const emailStatuses = ['queued', 'sent', 'failed', 'suppressed'] as const

/** The status of an email. */
export type EmailStatus = (typeof emailStatuses)[number]

/** The reasons why an email was not sent. */
export const emailReasons = [
  'customer_erased',
  'no_address',
  'no_mailer',
  'not_needed',
  'refused',
  'switched_off',
  'undeliverable',
] as const

/** The reason why an email was not sent. */
export type EmailReason = (typeof emailReasons)[number]
