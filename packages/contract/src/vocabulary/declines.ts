/** The advice that an issuer can give with a decline. */
export const adviceCodes = ['try_again_later', 'do_not_try_again'] as const
/** One advice code. */
export type AdviceCode = (typeof adviceCodes)[number]

/** The meaning of a decline code for retries and for the shopper. */
export interface DeclineMeaning {
  readonly advice: AdviceCode
  /** Whether dunning (the retries of a declined renewal) may retry the same payment method. */
  readonly retryable: boolean
  /** The kind of advice to the shopper. The element has a sentence for each kind, in every locale. */
  readonly shopperMessage:
    | 'try_another_card'
    | 'check_number'
    | 'check_expiry'
    | 'check_security_code'
    | 'contact_bank'
    | 'insufficient_funds'
    | 'try_again'
    | 'authenticate'
}

/** Every decline code, with the issuer's advice, whether dunning may retry it, and the kind of message to the shopper. */
export const declines = {
  insufficient_funds: { advice: 'try_again_later', retryable: true, shopperMessage: 'insufficient_funds' },
  do_not_honor: { advice: 'try_again_later', retryable: true, shopperMessage: 'contact_bank' },
  card_declined: { advice: 'try_again_later', retryable: true, shopperMessage: 'try_another_card' },
  withdrawal_limit_exceeded: { advice: 'try_again_later', retryable: true, shopperMessage: 'insufficient_funds' },
  issuer_unavailable: { advice: 'try_again_later', retryable: true, shopperMessage: 'try_again' },
  expired_card: { advice: 'do_not_try_again', retryable: false, shopperMessage: 'check_expiry' },
  invalid_card_number: { advice: 'do_not_try_again', retryable: false, shopperMessage: 'check_number' },
  incorrect_cvc: { advice: 'try_again_later', retryable: true, shopperMessage: 'check_security_code' },
  card_lost_or_stolen: { advice: 'do_not_try_again', retryable: false, shopperMessage: 'try_another_card' },
  suspected_fraud: { advice: 'do_not_try_again', retryable: false, shopperMessage: 'try_another_card' },
  authentication_required: { advice: 'do_not_try_again', retryable: false, shopperMessage: 'authenticate' },
  authentication_failed: { advice: 'try_again_later', retryable: true, shopperMessage: 'authenticate' },
  authentication_abandoned: { advice: 'try_again_later', retryable: true, shopperMessage: 'authenticate' },
  processing_error: { advice: 'try_again_later', retryable: true, shopperMessage: 'try_again' },
  blocked_by_rule: { advice: 'do_not_try_again', retryable: false, shopperMessage: 'try_another_card' },
} as const satisfies Record<string, DeclineMeaning>

/** One decline code. */
export type DeclineCode = keyof typeof declines

/** All decline codes, as a list. */
export const declineCodes = Object.keys(declines) as [DeclineCode, ...DeclineCode[]]
