import { accountTypes, type AccountType, Problem } from '@billing-checkout/contract'
import { describeCard } from '../../bins/describe-card.ts'
import type { CallerContext } from '../../organization/caller-context.ts'
import { fingerprintCard } from '../../processors/fingerprint-card.ts'
import type { Billing } from '../billing.ts'
import { kindsOffered } from '../sessions/kinds-offered.ts'
import type { PaymentBody } from '../charge-input/payment-body.ts'
import type { TypedMethod, WalletMethod } from '../charge-input/charge-draft.ts'

type Given = NonNullable<PaymentBody['payment_method']>
type SealedCard = Extract<Given, { type: 'CARD' }>
type Wallet = Exclude<Given, SealedCard | { id: string }>

/**
 * A method that was not stored before: a sealed card, opened, or a wallet. Only a widget's own session may send one: an API
 * key never brings card data.
 */
export const openNewMethod = async (
  billing: Billing,
  call: CallerContext,
  { payment_method: given }: PaymentBody,
): Promise<TypedMethod | WalletMethod | null> => {
  if (given === undefined || !('type' in given)) return null
  if (call.principal.kind === 'merchant') {
    throw new Problem(
      'card_token_invalid',
      'An API key cannot pay with a new method; name a stored payment_method.id, or let the shopper pay through a client session.',
    )
  }
  if (!kindsOffered(billing, call.organization).includes(given.type)) refuseKind(given.type)
  return given.type === 'CARD' ? openTyped(billing, call, call.principal.sessionId, given) : walletOf(given)
}

const refuseKind = (type: string): never => {
  const message = `payment_method.type ${type} is not offered here.`
  throw new Problem('invalid_parameter', message, {
    details: [{ path: 'body.payment_method.type', code: 'invalid_value', message }],
  })
}

const isAccount = (given: Wallet): given is Extract<Wallet, { type: AccountType }> =>
  (accountTypes as readonly string[]).includes(given.type)

const walletOf = (given: Wallet): WalletMethod => ({
  kind: 'wallet',
  type: given.type,
  charged: isAccount(given)
    ? { kind: 'account', type: given.type }
    : { kind: 'wallet_token', type: given.type, token: given.details.token },
  billingAddress: given.billing_address ?? null,
})

const openTyped = async (
  billing: Billing,
  call: CallerContext,
  sessionId: string,
  given: SealedCard,
): Promise<TypedMethod> => {
  const opened = await billing.cardKeys.openCard(given.details.encrypted, { sessionId, wall: call.wall })
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
