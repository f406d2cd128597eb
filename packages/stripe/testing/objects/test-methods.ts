/** A decline by the issuer. */
export interface Decline {
  readonly code: string
  readonly decline_code?: string
  /** The issuer's advice, if it differs from the usual one for the code. */
  readonly advice?: 'try_again_later' | 'do_not_try_again'
  readonly message: string
}

/** Companies whose account holders approve a payment on the company's own page. */
export type AccountType = 'paypal' | 'cashapp'

/** How a method behaves when it is charged or set up. */
export interface MethodBehavior {
  readonly type: 'card' | AccountType
  readonly brand: string
  readonly last4: string
  readonly country: string
  readonly funding: string
  readonly decline?: Decline
  /** True if setting the method up succeeds and only a charge is declined. */
  readonly declinesOnlyCharges?: true
  /**
   * When the holder must authenticate: at every payment, until the method was set up, only while the holder is present, or only if the
   * merchant requests it.
   */
  readonly asks?: 'always' | 'until_set_up' | 'on_session' | 'if_requested'
  readonly refund?: 'pending' | 'fails_later'
  /** The dispute that follows a charge: an inquiry, or a dispute for this reason. */
  readonly dispute?: 'fraudulent' | 'product_not_received' | 'inquiry'
  readonly checks?: { readonly line1?: string; readonly postalCode?: string; readonly cvc?: string }
}

const visa: MethodBehavior = { type: 'card', brand: 'visa', last4: '4242', country: 'US', funding: 'credit' }

const declined = (last4: string, code: string, decline_code?: string): MethodBehavior => ({
  ...visa,
  last4,
  decline: { code, ...(decline_code && { decline_code }), message: messages[code] ?? 'Your card was declined.' },
})

const messages: Readonly<Record<string, string>> = {
  expired_card: 'Your card has expired.',
  incorrect_cvc: "Your card's security code is incorrect.",
  processing_error: 'An error occurred while processing your card. Try again in a little bit.',
  insufficient_funds: 'Your card has insufficient funds.',
}

/** Stripe's test payment methods by name. */
export const testMethods: Readonly<Record<string, MethodBehavior>> = {
  pm_card_visa: visa,
  pm_card_visa_debit: { ...visa, last4: '5556', funding: 'debit' },
  pm_card_mastercard: { ...visa, brand: 'mastercard', last4: '4444' },
  pm_card_mastercard_debit: { ...visa, brand: 'mastercard', last4: '3222', funding: 'debit' },
  pm_card_mastercard_prepaid: { ...visa, brand: 'mastercard', last4: '5100', funding: 'prepaid' },
  pm_card_amex: { ...visa, brand: 'amex', last4: '8431' },
  pm_card_discover: { ...visa, brand: 'discover', last4: '9424' },
  pm_card_diners: { ...visa, brand: 'diners', last4: '3237' },
  pm_card_jcb: { ...visa, brand: 'jcb', last4: '0505' },
  pm_card_unionpay: { ...visa, brand: 'unionpay', last4: '0005' },
  pm_card_de: { ...visa, last4: '0016', country: 'DE' },
  pm_card_fr: { ...visa, last4: '0003', country: 'FR' },
  pm_card_gb: { ...visa, last4: '0000', country: 'GB' },

  pm_card_chargeDeclined: declined('0002', 'card_declined', 'generic_decline'),
  pm_card_visa_chargeDeclined: declined('0002', 'card_declined', 'generic_decline'),
  pm_card_visa_chargeDeclinedInsufficientFunds: declined('9995', 'card_declined', 'insufficient_funds'),
  pm_card_visa_chargeDeclinedLostCard: declined('9987', 'card_declined', 'lost_card'),
  pm_card_visa_chargeDeclinedStolenCard: declined('9979', 'card_declined', 'stolen_card'),
  pm_card_visa_chargeDeclinedVelocityLimitExceeded: declined('6975', 'card_declined', 'card_velocity_exceeded'),
  pm_card_chargeDeclinedFraudulent: declined('0019', 'card_declined', 'fraudulent'),
  pm_card_chargeDeclinedExpiredCard: declined('0069', 'expired_card'),
  pm_card_chargeDeclinedIncorrectCvc: declined('0127', 'incorrect_cvc'),
  pm_card_chargeDeclinedProcessingError: declined('0119', 'processing_error'),
  pm_card_chargeCustomerFail: {
    ...declined('0341', 'card_declined', 'generic_decline'),
    declinesOnlyCharges: true,
  },

  pm_card_threeDSecure2Required: { ...visa, last4: '3220', asks: 'always' },
  pm_card_threeDSecureRequired: { ...visa, last4: '3063', asks: 'always' },
  pm_card_threeDSecureOptional: { ...visa, last4: '3055', asks: 'if_requested' },
  pm_card_threeDSecureRequiredChargeDeclined: {
    ...declined('1629', 'card_declined', 'generic_decline'),
    asks: 'always',
  },
  pm_card_authenticationRequired: { ...visa, last4: '3184', asks: 'always' },
  pm_card_authenticationRequiredOnSetup: { ...visa, last4: '3155', asks: 'until_set_up' },
  pm_card_authenticationRequiredSetupForOffSession: { ...visa, last4: '0446', asks: 'on_session' },
  pm_card_authenticationRequiredChargeDeclinedInsufficientFunds: {
    ...declined('3178', 'card_declined', 'insufficient_funds'),
    asks: 'until_set_up',
    declinesOnlyCharges: true,
  },

  pm_card_pendingRefund: { ...visa, last4: '7726', refund: 'pending' },
  pm_card_refundFail: { ...visa, last4: '5126', refund: 'fails_later' },
  pm_card_createDispute: { ...visa, last4: '0259', dispute: 'fraudulent' },
  pm_card_createDisputeProductNotReceived: { ...visa, last4: '2685', dispute: 'product_not_received' },
  pm_card_createDisputeInquiry: { ...visa, last4: '1976', dispute: 'inquiry' },

  pm_card_avsFail: { ...visa, last4: '0010', checks: { line1: 'fail', postalCode: 'fail' } },
  pm_card_avsLine1Fail: { ...visa, last4: '0028', checks: { line1: 'fail' } },
  pm_card_avsZipFail: { ...visa, last4: '0036', checks: { postalCode: 'fail' } },
  pm_card_cvcCheckFail: { ...visa, last4: '0101', checks: { cvc: 'fail' } },
}

const declineByCode = /^pm_fake_decline_(\w+)$/

/**
 * How the test method with this name behaves; undefined for an unknown name. This fake also knows
 * `pm_fake_decline_CODE`, which is declined with that code.
 */
export const findTestMethod = (name: string): MethodBehavior | undefined => {
  if (Object.hasOwn(testMethods, name)) return testMethods[name]
  const code = declineByCode.exec(name)?.[1]
  return code === undefined ? undefined : declined('0002', 'card_declined', code)
}

/** How an account at PayPal or Cash App behaves. */
export const accountBehavior = (type: AccountType): MethodBehavior => ({
  type,
  brand: type,
  last4: '',
  country: 'US',
  funding: 'unknown',
})

/** Whether a text is an {@link AccountType}. */
export const isAccountType = (type: string | undefined): type is AccountType => type === 'paypal' || type === 'cashapp'
