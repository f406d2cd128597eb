import { accountTypes, type AccountType, Problem } from '@billing-checkout/contract'
import { describeCard } from '../../bins/describe-card.ts'
import { openRoutesOf } from '../../connections/route-of.ts'
import { actsForMerchant, type CallerContext } from '../../organization/caller-context.ts'
import type { Billing } from '../billing.ts'
import { describeTokenized } from '../charge-input/describe-tokenized.ts'
import { fingerprintCard } from '../../processors/cards/fingerprint-card.ts'
import type { Processor } from '../../processors/processor.ts'
import { connectionsByKind } from '../charge-input/kinds-offered.ts'
import type { PaymentBody } from '../charge-input/payment-body.ts'
import type { EnteredMethod } from '../charge-input/charge-draft.ts'

type Given = NonNullable<PaymentBody['payment_method']>
type NewCard = Extract<Given, { type: 'CARD' }>
type SealedCard = Extract<NewCard, { details: { encrypted: string } }>
type Tokenized = Extract<Given, { details: { processor_token: string } }>
type Wallet = Exclude<Given, NewCard | Tokenized | { id: string }>

/**
 * Reads a new payment method: decrypts a sealed card, queries the processor about a token, or accepts a wallet unchanged. Only a widget's
 * session may send a new method, because a request with an API key must never carry card data.
 */
export const openNewMethod = async (
  billing: Billing,
  call: CallerContext,
  { payment_method: method }: PaymentBody,
): Promise<EnteredMethod | null> => {
  if (method === undefined || !('type' in method)) return null
  if (actsForMerchant(call.principal)) {
    throw new Problem(
      'card_token_invalid',
      'An API key cannot pay with a new method; name a stored payment_method.id, or let the shopper pay through a client session.',
    )
  }
  if (!connectionsByKind(billing, call.organization, null).has(method.type)) throw kindNotOffered(method.type)
  if (isTokenized(method)) return describeTokenized(billing, call.organization, method)
  return method.type === 'CARD' ? openTyped(billing, call, call.principal.sessionId, method) : walletOf(method)
}

const isTokenized = (method: Exclude<Given, { id: string }>): method is Tokenized =>
  'details' in method && 'processor_token' in method.details

/** The refusal of a method type that this checkout does not offer. */
export const kindNotOffered = (type: string): Problem => {
  const message = `payment_method.type ${type} is not offered here.`
  return new Problem('invalid_parameter', message, {
    details: [{ path: 'body.payment_method.type', code: 'invalid_value', message }],
  })
}

const isAccount = (wallet: Wallet): wallet is Extract<Wallet, { type: AccountType }> =>
  (accountTypes as readonly string[]).includes(wallet.type)

const walletOf = (wallet: Wallet): EnteredMethod => ({
  kind: 'wallet',
  connection: null,
  type: wallet.type,
  charged: isAccount(wallet)
    ? { kind: 'account', type: wallet.type }
    : { kind: 'wallet_token', type: wallet.type, token: wallet.details.token },
  billingAddress: wallet.billing_address ?? null,
})

/** The refusal of a sealed card because cards are now entered in the processor's own fields. */
export const enteredElsewhere = ({ id }: Processor): Problem =>
  new Problem('connection_changed', `New cards are entered in the fields of ${id} now, not sealed.`)

const openTyped = async (
  billing: Billing,
  call: CallerContext,
  sessionId: string,
  sealedCard: SealedCard,
): Promise<EnteredMethod> => {
  const routes = openRoutesOf(billing.processors, call.organization, { kind: 'CARD', sale: null })
  const hosted = routes.find(({ cardEntry }) => cardEntry !== undefined)
  if (hosted !== undefined && routes.every(({ cardEntry }) => cardEntry !== undefined)) throw enteredElsewhere(hosted)
  const opened = await billing.cardKeys.openCard(sealedCard.details.encrypted, { sessionId, wall: call.wall })
  return {
    kind: 'typed',
    type: 'CARD',
    connection: null,
    charged: { kind: 'typed_card', card: opened.card },
    details: {
      ...describeCard(opened.card.number, billing.bins),
      exp_month: opened.card.expMonth,
      exp_year: opened.card.expYear,
      is_network_tokenized: false,
    },
    fingerprint: fingerprintCard(opened.card.number, billing.fingerprintKey),
    billingAddress: sealedCard.billing_address ?? null,
    use: { jti: opened.jti, expiresAt: opened.expiresAt },
  }
}
