import { type AccountType, accountTypes, type CardDetails, type Payment, Problem } from '@billing-checkout/contract'
import { shareConnection } from '@billing-checkout/database'
import { createHash } from 'node:crypto'
import { describeCard } from '../../bins/describe-card.ts'
import { routedProcessorsFor } from '../../connections/routed-processor.ts'
import { actsForMerchant, type CallerContext } from '../../organization/caller-context.ts'
import type { Organization } from '../../organization/organization.ts'
import { loadPayments } from '../../presenters/payments/load-payments.ts'
import { fingerprintCard, fingerprintToken } from '../../processors/cards/fingerprint-card.ts'
import { inOrganization } from '../../store/in-organization.ts'
import type { ConnectionUnavailable } from '../../store/reconcile-first/reconcile-first.ts'
import { runAttempt } from '../attempts/run-attempt.ts'
import type { Billing } from '../billing.ts'
import type { EnteredMethod, PaymentBody } from '../charge-input/charge-draft.ts'
import { connectionsByKind } from '../charge-input/connections-by-kind.ts'
import { runAfterPaymentsInFlight } from '../checks/run-after-payments-in-flight.ts'
import { changeSessionAndRethrow } from '../session-refusal.ts'
import { withTaxRates } from '../tax/decide-tax.ts'
import { checkoutPaymentUnit } from './begin-checkout-payment.ts'
import { merchantPaymentUnit } from './begin-merchant-payment.ts'
import { connectionChanged, sealedCardRefused, kindNotOffered, releaseBreakerProbe } from './route-method.ts'

/**
 * Charges a widget's session as quoted, or, for a merchant, a customer's stored method. If an earlier request with the same idempotency key
 * began a payment, returns that payment. A new method is read first (`openNewMethod`), outside any transaction. If a tax rate is missing
 * (`withTaxRates`), or if too many payments from the shopper's network address are in flight (`runAfterPaymentsInFlight`), the charge
 * starts again before anything is committed. Declines, failures and unknown outcomes are returned as payments. Throws a `Problem` if no
 * payment was recorded.
 */
export const charge = async (billing: Billing, call: CallerContext, body: PaymentBody): Promise<Payment> => {
  const earlier = await paymentOfEarlierTry(billing, call)
  if (earlier !== undefined) return earlier
  const newMethod = await openNewMethod(billing, call, body)
  const { principal, organization } = call
  if (actsForMerchant(principal)) {
    return withTaxRates(billing, (rated) => runAttempt(rated, organization.id, merchantPaymentUnit(rated, call, body)))
  }
  const { sessionId } = principal
  const isSealed = newMethod?.charged.kind === 'typed_card'
  return runAfterPaymentsInFlight(billing, organization, (hasWaited) =>
    withTaxRates(billing, (rated) => {
      const begin = (refusedConnection?: ConnectionUnavailable) =>
        checkoutPaymentUnit(rated, { call, sessionId, body, newMethod, hasWaited, refusedConnection })
      return runAttempt(rated, organization.id, begin(), {
        fallback: isSealed ? begin : undefined,
        onNotOpened: () => releaseBreakerProbe(billing, call.requestId),
      })
    }),
  ).catch((error: unknown) => changeSessionAndRethrow(billing, error))
}

/**
 * If an earlier request with the same idempotency key began a payment but has no final answer yet, returns this payment. The earlier
 * request either crashed, or its payment was PENDING.
 */
export const paymentOfEarlierTry = async (
  { database }: Billing,
  { organization, idempotency }: CallerContext,
): Promise<Payment | undefined> => {
  const begun = idempotency?.begunPaymentId
  return begun
    ? (await loadPayments(inOrganization(shareConnection(database), organization.id), [begun]))[0]
    : undefined
}

type GivenMethod = NonNullable<PaymentBody['payment_method']>
type NewCard = Extract<GivenMethod, { type: 'CARD' }>
type SealedCard = Extract<NewCard, { details: { encrypted: string } }>
/** A card entered in its processor's own fields, or in a wallet that the processor's button opened. */
type Tokenized = Extract<GivenMethod, { details: { processor_token: string } }>
type Wallet = Exclude<GivenMethod, NewCard | Tokenized | { id: string }>

/**
 * Reads a new payment method: decrypts a sealed card, queries the processor about a token, or accepts a wallet unchanged. Only a widget's
 * session may send a new method, because a request with an API key must never carry card data.
 */
const openNewMethod = async (
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

const isTokenized = (method: Exclude<GivenMethod, { id: string }>): method is Tokenized =>
  'details' in method && 'processor_token' in method.details

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

const openTyped = async (
  billing: Billing,
  call: CallerContext,
  sessionId: string,
  sealedCard: SealedCard,
): Promise<EnteredMethod> => {
  const routes = routedProcessorsFor(billing.processors, call.organization, { kind: 'CARD', sale: null })
  const hosted = routes.find(({ cardEntry }) => cardEntry !== undefined)
  if (hosted !== undefined && routes.every(({ cardEntry }) => cardEntry !== undefined)) throw sealedCardRefused(hosted)
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
    singleUse: { jti: opened.jti, expiresAt: opened.expiresAt },
  }
}

/**
 * Queries the processor to describe the card behind its token. Throws `connection_changed` if no route uses the token's connection any
 * longer. The element then reloads its frame. Throws `card_token_invalid` if the processor does not know the token, or if the token has
 * another type than the request states, and `unavailable` if the processor does not answer. Each token is accepted only once.
 */
const describeTokenized = async (
  { processors, fingerprintKey, logger }: Billing,
  organization: Organization,
  { type, details, billing_address: billingAddress = null }: Tokenized,
): Promise<EnteredMethod> => {
  const { processor_token: token, connection } = details
  const open = routedProcessorsFor(processors, organization, { kind: type, sale: null })
  if (!open.some(({ id }) => id === connection)) throw connectionChanged(connection)
  const processor = processors.of(connection)
  const described = await Promise.try(() => processor.describe?.(token)).catch((error: unknown) => {
    logger.warn({ connection, err: error }, 'could not query the processor about the token of a card')
    throw new Problem('unavailable', 'The processor does not answer at the moment.', { retryAfterSeconds: 10 })
  })
  if (described === undefined) {
    throw new Problem(
      'card_token_invalid',
      'The processor does not know this token, or the token can no longer be charged.',
    )
  }
  const { wallet: made = 'CARD' } = described
  if (made !== type) throw new Problem('card_token_invalid', `The token is of the kind ${made}, not ${type}.`)
  return {
    kind: 'typed',
    type,
    connection,
    charged: { kind: 'processor_token', token },
    details: described.details satisfies CardDetails,
    fingerprint: fingerprintToken(connection, described.fingerprint ?? token, fingerprintKey),
    billingAddress,
    singleUse: {
      jti: `${connection}:${createHash('sha256').update(token).digest('base64url')}`,
      expiresAt: neverExpires,
    },
  }
}

/** A processor's token has no expiry that we know, so the record of its use is kept forever. */
const neverExpires = '9999-12-31T00:00:00.000Z'
