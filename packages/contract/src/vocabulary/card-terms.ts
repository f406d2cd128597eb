/** The six kinds of payment method. */
export const paymentMethodTypes = ['CARD', 'PAYPAL', 'VENMO', 'CASHAPP', 'APPLE_PAY', 'GOOGLE_PAY'] as const
/** One kind of payment method. */
export type PaymentMethodType = (typeof paymentMethodTypes)[number]

/** Accounts with which the shopper approves a payment on a page of PayPal, Venmo or Cash App. */
export const accountTypes = ['PAYPAL', 'VENMO', 'CASHAPP'] as const
/** An account with which the shopper approves a payment on a page of its company. */
export type AccountType = (typeof accountTypes)[number]

/** Wallets on the shopper's device that return a payment token. */
export const deviceWalletTypes = ['APPLE_PAY', 'GOOGLE_PAY'] as const
/** A wallet on the shopper's device. */
export type DeviceWalletType = (typeof deviceWalletTypes)[number]

/** How a card is funded. */
export const cardFundings = ['credit', 'debit', 'prepaid', 'unknown'] as const

/** The kinds of holders that a card can be issued to. */
export const binTypes = ['consumer', 'commercial', 'unknown'] as const

/** Results of an address or security-code check. */
export const checkResults = ['pass', 'fail', 'unavailable', 'unchecked'] as const
/** One check result. */
export type CheckResult = (typeof checkResults)[number]

/** 3-D Secure statuses. */
export const threeDSecureStatuses = [
  'authenticated',
  'attempted',
  'failed',
  'rejected',
  'unavailable',
  'challenge_required',
  'not_performed',
] as const

/** The ways in which a 3-D Secure authentication can run. */
export const authenticationFlows = ['frictionless', 'challenge'] as const

/**
 * Steps that a shopper may have to do elsewhere: 3-D Secure with their bank, in an embedded page; or approving the payment on another
 * company's page.
 */
export const nextActionTypes = ['three_d_secure', 'redirect'] as const
/** One type of next action. */
export type NextActionType = (typeof nextActionTypes)[number]
