/** Every kind of email to a customer. */
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

/** The kinds of email that a merchant may switch off. A law or a card network requires the others, or an account needs them. */
export const optionalEmailKinds = [
  'receipt',
  'refund',
  'payment_failed',
  'payment_method_missing',
  'card_expiring',
] as const satisfies readonly EmailKind[]

/** The kinds that an account needs: the mail server sends them, whatever the settings say, and none is sent again by hand. */
export const accountEmailKinds = ['sign_in', 'email_changed'] as const satisfies readonly EmailKind[]

/** What may have become of an email. */
export const emailStatuses = ['queued', 'sent', 'failed', 'suppressed'] as const

/** What became of an email. */
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

/** Why one email was not sent. */
export type EmailReason = (typeof emailReasons)[number]
