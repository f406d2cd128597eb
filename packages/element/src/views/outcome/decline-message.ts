import type { DeclineCode, DeclineMeaning, Payment } from '@billing-checkout/contract'
import { wallets } from '../../wallets/wallet-kinds.ts'
import type { MessageKey } from '../../messages/checkout-catalogue.ts'

type ShopperMessage = DeclineMeaning['shopperMessage']

/**
 * The kind of message to the shopper for each decline code. A code that is missing here has `try_another_card`; a test
 * compares the table with the contract's.
 */
const shopperMessages: Readonly<Partial<Record<DeclineCode, ShopperMessage>>> = {
  insufficient_funds: 'insufficient_funds',
  do_not_honor: 'contact_bank',
  withdrawal_limit_exceeded: 'insufficient_funds',
  issuer_unavailable: 'try_again',
  expired_card: 'check_expiry',
  invalid_card_number: 'check_number',
  incorrect_cvc: 'check_security_code',
  authentication_required: 'authenticate',
  authentication_failed: 'authenticate',
  authentication_abandoned: 'authenticate',
  processing_error: 'try_again',
}

/** The name of the wallet that a payment was made with; null for a card. */
export const walletNameOf = ({ payment_method: method }: Payment): string | null =>
  method === null || method.type === 'CARD' ? null : wallets[method.type].name

/** The message that explains why this payment failed and what to do next. */
export const declineMessageOf = (payment: Payment): MessageKey & `decline.${ShopperMessage | 'wallet'}` => {
  const code = payment.status_reason?.status_reason.decline_code
  const message = code == null ? 'try_again' : (shopperMessages[code] ?? 'try_another_card')
  // A shopper who pays with a wallet has no card to check and no bank to call, so nearly all declines have one message.
  return walletNameOf(payment) === null || message === 'try_again' ? `decline.${message}` : 'decline.wallet'
}
