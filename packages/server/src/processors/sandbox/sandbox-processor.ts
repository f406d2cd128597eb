import { paymentMethodTypes, type PaymentTokenType, type TestCard } from '@billing-checkout/contract'
import { required } from '@billing-checkout/domain'
import type { Database } from '../../store/database.ts'
import type { NotificationSecret } from '../adapter.ts'
import type { AuthorizeRequest, Processor, ProcessorOutcome } from '../processor.ts'
import { refusalOfAmount, sandboxAmounts } from './ledger/amounts.ts'
import { simulateThreeDSecure, type Authentication } from './charges/simulate-three-d-secure.ts'
import {
  answerConfirmation,
  askShopper,
  type ConfirmationKind,
  describeConfirmation,
  findConfirmationByReference,
} from './confirmations.ts'
import { withCaptureState } from './charges/authorization.ts'
import { approveCharge, type SandboxCharge, declineCharge } from './charges/charge-outcome.ts'
import { refundTransaction } from './ledger/refund-transaction.ts'
import { type ChargeDecision, decideCharge } from './charges/decide-charge.ts'
import { findRecordedOutcome, recordClosedReference, recordOutcome } from './ledger/ledger.ts'
import { listRefundsElsewhere } from './ledger/refund-elsewhere.ts'
import { findRefunds } from './ledger/find-refunds.ts'
import { forgetCustomer, forgetMethods } from './forget-customer.ts'
import { findDisputesById, listDisputes } from './ledger/list-disputes.ts'
import { parseNotification } from './notifications.ts'
import { listTransactions } from './ledger/list-transactions.ts'
import { findSettlements } from './ledger/find-settlements.ts'
import { behaviorOf, findStoredCard, findTestCard, findCardOfToken } from './charges/stored-cards.ts'
import { transactionIdOf } from './sandbox-facts.ts'
import { bookedDay } from './ledger/booked-day.ts'
import { describeCardOfToken } from './charges/describe-card-of-token.ts'
import { captureAuthorization, voidAuthorization } from './charges/capture-and-void.ts'
import { findAccount, findWalletToken } from './charges/wallets.ts'

/**
 * A processor that moves no money, with published test cards, its own durable ledger, and the idempotency of a real one. It stores no card
 * number: a stored method is a token with the behavior of its test card.
 */
export const sandboxProcessor = ({ database, notificationSecrets = [] }: SandboxDependencies): Processor => ({
  id: 'sandbox',
  timeoutSeconds: 20,
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

  describe: async (token) => describeCardOfToken(token),

  capture: (request) => captureAuthorization(database, request),
  void: (request) => voidAuthorization(database, request),

  refund: (request) => refundTransaction(database, request),

  async lookUp(reference) {
    const recorded = await findRecordedOutcome(database, reference)
    if (recorded !== undefined) return withCaptureState(database, recorded)
    const confirmation = await findConfirmationByReference(database, reference)
    return confirmation && describeConfirmation(database, confirmation)
  },

  async close(reference) {
    const confirmation = await findConfirmationByReference(database, reference)
    if (confirmation !== undefined) return answerConfirmation(database, confirmation, 'expired')
    await recordClosedReference(database, reference)
    const recorded = await findRecordedOutcome(database, reference)
    return recorded && withCaptureState(database, recorded)
  },

  settlements: (transactionIds) => findSettlements(database, transactionIds),

  refunds: (transactionIds, at) => findRefunds(database, transactionIds, at),

  list: (since, page) => listTransactions(database, since, page),

  news: async (since, at) => ({
    disputes: await listDisputes(database, at),
    refunds: await listRefundsElsewhere(database, since),
    next: null,
  }),

  disputes: (disputeIds, at) => findDisputesById(database, disputeIds, at),

  reconcile: (day, page) => bookedDay(database, day, page),

  ...(notificationSecrets.length > 0 && {
    parseNotification: (rawBody, headers, now) => parseNotification(notificationSecrets, { rawBody, headers, now }),
  }),
})

/** The parts from which the sandbox processor is built. */
export interface SandboxDependencies {
  readonly database: Database
  /** Secrets that may sign notifications; absent: none is accepted. The sandbox itself sends no notifications. */
  readonly notificationSecrets?: readonly NotificationSecret[]
}

const authorize = async (database: Database, request: AuthorizeRequest): Promise<ProcessorOutcome> => {
  const card = await cardOf(database, request)
  const authentication = simulateThreeDSecure(card, request)
  const message = refusalOfAmount(request)
  const charge = chargeOf(request, card, authentication)
  if (message !== null) return recordOutcome(database, charge, { kind: 'failed', message, refused: true })
  const decision = decisionOn(card, request, authentication)
  if (decision.answerIsLost === 'before the ledger') return lostAnswer
  const asked = confirmationFor(request, authentication)
  const outcome =
    decision.decline === undefined && asked !== undefined
      ? await askShopper(database, charge, required(card, 'card of charge', charge.reference), asked)
      : await recordOutcome(database, charge, await outcomeOf(database, charge, decision))
  return decision.answerIsLost === 'after the ledger' ? lostAnswer : outcome
}

const notPrepared: ProcessorOutcome = { kind: 'failed', message: 'Nothing is prepared under this id.' }

/** The confirmation that the shopper must give before the charge is decided; undefined if none is needed. */
const confirmationFor = ({ method }: AuthorizeRequest, { verdict }: Authentication): ConfirmationKind | undefined => {
  if (method.kind === 'account') return 'wallet'
  return verdict === 'challenge' ? 'challenge' : undefined
}

const lostAnswer: ProcessorOutcome = { kind: 'unknown', message: 'The processor did not answer in time.' }

const cardOf = async (database: Database, { method }: AuthorizeRequest): Promise<TestCard | undefined> => {
  if (method.kind === 'stored') return findStoredCard(database, method.token)
  if (method.kind === 'account') return findAccount(method.type)
  if (method.kind === 'processor_token') return findCardOfToken(method.token)
  return method.kind === 'wallet_token' ? findWalletToken(method.type, method.token) : findTestCard(method.card.number)
}

const decisionOn = (
  card: TestCard | undefined,
  { method, initiator, at }: AuthorizeRequest,
  { verdict: authentication }: Authentication,
): ChargeDecision => {
  const asked = { kind: method.kind, number: null, expMonth: null, expYear: null, initiator, at, authentication }
  if (method.kind === 'stored') return decideCharge(card, { ...asked, ...method })
  return decideCharge(card, 'card' in method ? { ...asked, ...method.card } : asked)
}

const outcomeOf = (database: Database, charge: SandboxCharge, { card, decline: code, message }: ChargeDecision) =>
  code === undefined ? approveCharge(database, charge, card) : declineCharge(charge, card, [code, message])

const tokenTypes = {
  typed_card: 'CARD_PAN',
  vaulted_card: 'CARD_PAN',
  wallet_token: 'NETWORK_TOKEN',
  account: 'PROCESSOR_TOKEN',
  processor_token: 'PROCESSOR_TOKEN',
  stored: 'PROCESSOR_TOKEN',
} as const satisfies Record<AuthorizeRequest['method']['kind'], PaymentTokenType>

/**
 * A charge without its secrets. Only a published test card is represented by a hash of its number. A hash of any other number could be
 * reversed by trying numbers.
 */
const chargeOf = (
  request: AuthorizeRequest,
  card: TestCard | undefined,
  { threeDSecure }: Authentication,
): SandboxCharge => {
  const { reference, method, amount, currency, initiator, store, billingAddress, returnUrl, at } = request
  const token = method.kind === 'stored' ? method.token : null
  const charged = token ?? (card ? behaviorOf(card) : 'unpublished card')
  return {
    reference,
    amount,
    currency,
    at,
    kind: amount === 0 ? 'verify' : 'authorize',
    requestText: JSON.stringify([charged, initiator, store]),
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
