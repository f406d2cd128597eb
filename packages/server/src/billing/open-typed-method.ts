import { Problem } from '@billing-checkout/contract'
import { describeCard } from '../bins/describe-card.ts'
import { fingerprintCard } from '../processors/fingerprint-card.ts'
import type { Call } from '../http/call.ts'
import type { Billing } from './billing.ts'
import type { PaymentBody } from './payment-body.ts'
import type { TypedMethod } from './sale.ts'

/** Opens the sealed card of a payment, if it has one; only a widget's own session may send one (decisions 12). */
export const openTypedMethod = async (
  billing: Billing,
  call: Call,
  { payment_method: given }: PaymentBody,
): Promise<TypedMethod | null> => {
  if (given === undefined || !('type' in given)) return null
  if (call.principal.kind === 'merchant') {
    throw new Problem(
      'card_token_invalid',
      'An API key cannot pay with a card; name a stored payment_method.id, or let the shopper pay through a client session.',
    )
  }
  const opened = await billing.cardKeys.openCard(given.details.encrypted, {
    sessionId: call.principal.sessionId,
    wall: call.wall,
  })
  return {
    kind: 'typed',
    card: opened.card,
    details: {
      ...describeCard(opened.card.number, billing.bins),
      exp_month: opened.card.expMonth,
      exp_year: opened.card.expYear,
      is_network_tokenized: false,
    },
    fingerprint: fingerprintCard(opened.card.number, billing.fingerprintKey),
    billingAddress: given.billing_address ?? null,
    use: { jti: opened.jti, expiresAt: opened.expiresAt },
  }
}
