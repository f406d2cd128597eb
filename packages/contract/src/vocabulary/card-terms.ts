/** The six kinds of payment method. */
export const paymentMethodTypes = ['CARD', 'PAYPAL', 'VENMO', 'CASHAPP', 'APPLE_PAY', 'GOOGLE_PAY'] as const
/** One kind of payment method. */
export type PaymentMethodType = (typeof paymentMethodTypes)[number]

/** Kinds whose holder approves on a page of the company that keeps the account. */
export const accountTypes = ['PAYPAL', 'VENMO', 'CASHAPP'] as const
/** A kind whose holder approves elsewhere. */
export type AccountType = (typeof accountTypes)[number]

/** Kinds whose payment token the shopper's device gives. */
export const deviceWalletTypes = ['APPLE_PAY', 'GOOGLE_PAY'] as const
/** A kind whose payment token the shopper's device gives. */
export type DeviceWalletType = (typeof deviceWalletTypes)[number]

/** How a card is funded. */
export const cardFundings = ['credit', 'debit', 'prepaid', 'unknown'] as const
/** One card funding. */
export type CardFunding = (typeof cardFundings)[number]

/** Whom a card was issued to. */
export const binTypes = ['consumer', 'commercial', 'unknown'] as const
/** One bin type. */
export type BinType = (typeof binTypes)[number]

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
/** One 3-D Secure status. */
export type ThreeDSecureStatus = (typeof threeDSecureStatuses)[number]

/** How a 3-D Secure authentication ran. */
export const authenticationFlows = ['frictionless', 'challenge'] as const
/** One authentication flow. */
export type AuthenticationFlow = (typeof authenticationFlows)[number]

/** What a shopper may have to do elsewhere: confirm to the bank in a nested page, or approve at another company's. */
export const nextActionTypes = ['three_d_secure', 'redirect'] as const
/** One type of next action. */
export type NextActionType = (typeof nextActionTypes)[number]
