import { paymentMethodTypes, type PaymentTokenType, type TestCard } from '@billing-checkout/contract'
import { required } from '@billing-checkout/domain'
import type { Database } from '../../store/database.ts'
import type { NotificationSecret } from '../adapter.ts'
import type { AuthorizeRequest, Processor, ProcessorOutcome } from '../processor.ts'
import { refusalOfAmount, sandboxAmounts } from './ledger/amounts.ts'
import { authenticate, type Authentication } from './charges/authenticate.ts'
import {
  answerConfirmation,
  askShopper,
  type ConfirmationKind,
  describeConfirmation,
  findByReference,
} from './confirmations.ts'
import { withCurrentState } from './charges/authorized.ts'
import { approve, type Charge, decline } from './charges/decide-charge.ts'
import { refundTransaction } from './ledger/refund-transaction.ts'
import { judgeCard, type Judgement } from './charges/judge-card.ts'
import { enter, enterClosed, findRecordedOutcome } from './ledger/ledger.ts'
import { listRefundsElsewhere } from './ledger/refund-elsewhere.ts'
import { findRefunds } from './ledger/find-refunds.ts'
import { forgetCustomer, forgetMethods } from './forget-customer.ts'
import { disputesById, listDisputes } from './ledger/find-disputes.ts'
import { parseNotification } from './notifications.ts'
import { listTransactions } from './ledger/list-transactions.ts'
import { findSettlements } from './ledger/settlements.ts'
import { behaviorOf, findStoredCard, findTestCard, findTokenized } from './charges/stored-cards.ts'
import { transactionIdOf } from './sandbox-facts.ts'
import { bookedDay } from './ledger/booked-day.ts'
import { describeTokenized } from './charges/describe-tokenized.ts'
import { captureHeld, voidHeld } from './charges/take-held.ts'
import { findAccount, findWalletToken } from './charges/wallets.ts'

const timeoutSeconds = 20

/**
 * A processor that moves no money, with published test cards, its own durable ledger, and the idempotency of a real one. It stores no card
 * number: a stored method is a token with the behavior of its test card.
 */
export const sandboxProcessor = ({ database, notificationSecrets = [] }: SandboxParts): Processor => ({
  id: 'sandbox',
  timeoutSeconds,
  keyWindowSeconds: 24 * 3600,
  needsCardNumber: false,
  methodKinds: paymentMethodTypes,
  ...sandboxAmounts,

  authorize: (request) => authorize(database, request),

  // Like most companies that charge shoppers' accounts, the sandbox first creates an order, and charges the order once the server knows its
  // id.
  twoSteps: {
    appliesTo: ({ method }) => method.kind === 'account',
    prepare: async ({ reference }) => ({ kind: 'prepared', transactionId: transactionIdOf(reference) }),
    execute: async (request, transactionId) =>
      transactionId === transactionIdOf(request.reference) ? authorize(database, request) : notPrepared,
  },

  forget: (customer) => forgetCustomer(database, customer),
  detach: (token) => forgetMethods(database, [token]),

  describe: async (token) => describeTokenized(token),

  capture: (request) => captureHeld(database, request),
  void: (request) => voidHeld(database, request),

  refund: (request) => refundTransaction(database, request),

  async lookUp(reference) {
    const entered = await findRecordedOutcome(database, reference)
    if (entered !== undefined) return withCurrentState(database, entered)
    const confirmation = await findByReference(database, reference)
    return confirmation && describeConfirmation(database, confirmation)
  },

  async close(reference) {
    const confirmation = await findByReference(database, reference)
    if (confirmation !== undefined) return answerConfirmation(database, confirmation, 'expired')
    await enterClosed(database, reference)
    const entered = await findRecordedOutcome(database, reference)
    return entered && withCurrentState(database, entered)
  },

  settlements: (transactionIds) => findSettlements(database, transactionIds),

  refunds: (transactionIds, at) => findRefunds(database, transactionIds, at),

  list: (since, page) => listTransactions(database, since, page),

  news: async (since, at) => ({
    disputes: await listDisputes(database, at),
    refunds: await listRefundsElsewhere(database, since),
    next: null,
  }),

  disputes: (disputeIds, at) => disputesById(database, disputeIds, at),

  reconcile: (day, page) => bookedDay(database, day, page),

  ...(notificationSecrets.length > 0 && {
    parseNotification: (rawBody, headers, now) => parseNotification(notificationSecrets, { rawBody, headers, now }),
  }),
})

/** What the sandbox processor needs. */
export interface SandboxParts {
  readonly database: Database
  /** Secrets that may sign notifications. The sandbox sends no notifications by itself, and without secrets it accepts none. */
  readonly notificationSecrets?: readonly NotificationSecret[]
}

const authorize = async (database: Database, request: AuthorizeRequest): Promise<ProcessorOutcome> => {
  const card = await cardOf(database, request)
  const authentication = authenticate(card, request)
  const message = refusalOfAmount(request)
  if (message !== null)
    return enter(database, chargeOf(request, card, authentication), { kind: 'failed', message, refused: true })
  const judgement = judge(card, request, authentication)
  const charge = chargeOf(request, card, authentication)
  if (judgement.vanishes === 'before the ledger') return lostAnswer
  const asked = confirmationFor(request, authentication)
  const outcome =
    judgement.decline === undefined && asked !== undefined
      ? await askShopper(database, charge, required(card, 'card of charge', charge.reference), asked)
      : await enter(database, charge, await decide(database, charge, judgement))
  return judgement.vanishes === 'after the ledger' ? lostAnswer : outcome
}

const notPrepared: ProcessorOutcome = { kind: 'failed', message: 'Nothing is prepared under this id.' }

/** The confirmation that the shopper must give first, if any. */
const confirmationFor = ({ method }: AuthorizeRequest, { verdict }: Authentication): ConfirmationKind | undefined => {
  if (method.kind === 'account') return 'wallet'
  return verdict === 'challenge' ? 'challenge' : undefined
}

const lostAnswer: ProcessorOutcome = { kind: 'unknown', message: 'The processor did not answer in time.' }

const cardOf = async (database: Database, { method }: AuthorizeRequest): Promise<TestCard | undefined> => {
  if (method.kind === 'stored') return findStoredCard(database, method.token)
  if (method.kind === 'account') return findAccount(method.type)
  if (method.kind === 'processor_token') return findTokenized(method.token)
  return method.kind === 'wallet_token' ? findWalletToken(method.type, method.token) : findTestCard(method.card.number)
}

const judge = (
  card: TestCard | undefined,
  { method, initiator, at }: AuthorizeRequest,
  { verdict: authentication }: Authentication,
): Judgement => {
  const asked = { kind: method.kind, number: null, expMonth: null, expYear: null, initiator, at, authentication }
  if (method.kind === 'stored') return judgeCard(card, { ...asked, ...method })
  return judgeCard(card, 'card' in method ? { ...asked, ...method.card } : asked)
}

const decide = (database: Database, charge: Charge, { card, decline: code, message }: Judgement) =>
  code === undefined ? approve(database, charge, card) : decline(charge, card, [code, message])

const tokenTypes = {
  typed_card: 'CARD_PAN',
  vaulted_card: 'CARD_PAN',
  wallet_token: 'NETWORK_TOKEN',
  account: 'PROCESSOR_TOKEN',
  processor_token: 'PROCESSOR_TOKEN',
  stored: 'PROCESSOR_TOKEN',
} as const satisfies Record<AuthorizeRequest['method']['kind'], PaymentTokenType>

/**
 * A charge without its secrets. A typed card is represented by its published behavior, because a hash of a card number can be reversed by
 * trying numbers.
 */
const chargeOf = (request: AuthorizeRequest, card: TestCard | undefined, { threeDSecure }: Authentication): Charge => {
  const { reference, method, amount, currency, initiator, store, billingAddress, returnUrl, at } = request
  const token = method.kind === 'stored' ? method.token : null
  const charged = token ?? (card ? behaviorOf(card) : 'unpublished card')
  return {
    reference,
    amount,
    currency,
    at,
    kind: amount === 0 ? 'verify' : 'authorize',
    about: JSON.stringify([charged, initiator, store]),
    refundOf: null,
    traits: {
      ...(card?.capturesLater?.succeeds === false && { captureFails: true }),
      ...(card?.settlementFails && initiator === 'CIT' && amount > 0 && { settlementFails: true }),
      ...(card?.refundsLater && { refundsLater: true }),
      ...(card?.refundFails && { refundFails: true }),
      ...(card?.disputed && initiator === 'CIT' && amount > 0 && { disputed: card.disputed }),
    },
    billingAddress,
    tokenType: tokenTypes[method.kind],
    token,
    store,
    returnUrl,
    threeDSecure,
  }
}
