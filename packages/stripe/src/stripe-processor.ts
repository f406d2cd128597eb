import type { AuthorizeRequest, Processor, ProcessorOutcome } from '@billing-checkout/server/processor'
import { amountMax, amountsMin, amountSteps } from './amounts.ts'
import { bookedDay } from './balance/booked-day.ts'
import { cardEntryOf } from './card-entry.ts'
import { describeMethod, describeStoredMethod } from './describe-method.ts'
import { findDisputes, listNews } from './disputes/list-news.ts'
import { findSettlements } from './find-settlements.ts'
import { forgetCustomer } from './forget-customer.ts'
import { closeCall, lookUpCall } from './intents/close-call.ts'
import { executeCharge } from './intents/execute-charge.ts'
import { makeCustomer } from './intents/make-customer.ts'
import { prepareCharge } from './intents/prepare-charge.ts'
import { runForCaller } from './limits/caller.ts'
import { listTransactions } from './list-transactions.ts'
import { detachMethod } from './methods/detach-method.ts'
import { currenciesOfKinds, walletKinds } from './methods/kinds.ts'
import type { StripeCharge } from './money-request.ts'
import { parseNotification } from './notifications/parse-notification.ts'
import { newsOfRefunds } from './refunds/news-of-refunds.ts'
import { refundPayment } from './refunds/refund-payment.ts'
import { ModeMismatch, openStripeAccount, type StripeAccountOptions } from './stripe-account.ts'
import { classifyFailure } from './classify-failure.ts'

/** Seconds. Stripe remembers an idempotency key for a day; we leave an hour for a request in flight. */
const keyWindowSeconds = 23 * 3600
/** Enough seconds for the few requests that a charge takes if the first answers are lost. */
const timeoutSeconds = 50
/** Seconds for which we retry a request that met a rate limit, so that the call still finishes within its time-out. */
const retrySeconds = 30

/**
 * Charges cards, PayPal and the like through an account at Stripe. The adapter never sees a card number: Stripe's own
 * fields turn a new card into a payment method. Stripe captures the money at once, never only authorizes it.
 */
export const stripeProcessor = (options: StripeAccountOptions): Processor => {
  const account = openStripeAccount(options)
  const { notificationSecrets = [] } = options
  const retryUntil = () => account.environment.now().getTime() + retrySeconds * 1000
  const callAs = ({ initiator }: Pick<StripeCharge, 'initiator'>) => {
    const caller = { isUrgent: initiator === 'CIT', until: retryUntil() }
    return <Answer>(call: () => Promise<Answer>): Promise<Answer> => runForCaller(caller, call)
  }
  const urgently = <Answer>(call: () => Promise<Answer>) => runForCaller({ isUrgent: true, until: retryUntil() }, call)
  const inBackground = <Answer>(call: () => Promise<Answer>) =>
    runForCaller({ isUrgent: false, until: retryUntil(), isStopped: options.isStopped }, call)
  return {
    id: options.connection,
    timeoutSeconds,
    keyWindowSeconds,
    needsCardNumber: false,
    methodKinds: kindsOf(options),
    currenciesOfKinds,
    steps: amountSteps,
    minimum: amountsMin,
    maximum: amountMax,
    cardEntry: cardEntryOf(options),
    customers: { make: (customer, number) => urgently(() => makeCustomer(account, customer, number)) },
    describe: (token) => urgently(() => describeMethod(account, token)),
    describeStored: (token) => inBackground(() => describeStoredMethod(account, token)),
    async authorize(request) {
      const charge = chargeOf(request)
      if (charge === undefined) return noSuchMethod
      return callAs(charge)(() =>
        orUnknown(async () => {
          const prepared = await prepareCharge(account, charge)
          return prepared.kind === 'ended' ? prepared.outcome : executeCharge(account, charge, prepared.transactionId)
        }),
      )
    },
    twoSteps: {
      async prepare(request) {
        const charge = chargeOf(request)
        if (charge === undefined) return { kind: 'ended', outcome: noSuchMethod }
        return callAs(charge)(() =>
          prepareCharge(account, charge).catch((error: unknown) => ({ kind: 'ended', outcome: unknownAfter(error) })),
        )
      },
      async execute(request, transactionId) {
        const charge = chargeOf(request)
        if (charge === undefined) return noSuchMethod
        return callAs(charge)(() => orUnknown(() => executeCharge(account, charge, transactionId)))
      },
    },
    capture: async () => nothingHeld,
    void: async () => nothingHeld,
    refund: (request) => urgently(() => orUnknown(() => refundPayment(account, request))),
    lookUp: (reference, known) => inBackground(() => lookUpCall(account, reference, known)),
    close: (reference, known) => inBackground(() => closeCall(account, reference, known)),
    settlements: (transactionIds) => inBackground(() => findSettlements(account, transactionIds)),
    refunds: (refundIds) => inBackground(() => newsOfRefunds(account, refundIds)),
    ...(notificationSecrets.length > 0 && {
      parseNotification: (rawBody, headers, now) =>
        parseNotification(account, notificationSecrets, { rawBody, headers, now }),
    }),
    news: (since) => inBackground(() => listNews(account, since)),
    forget: (customer) => inBackground(() => forgetCustomer(account, customer)),
    detach: (token) => inBackground(() => detachMethod(account, token)),
    disputes: (disputeIds) => inBackground(() => findDisputes(account, disputeIds)),
    list: (since, page) => inBackground(() => listTransactions(account, since, page, account.environment.now())),
    reconcile: (day, page) => inBackground(() => bookedDay(account, day, page, account.environment.now())),
  }
}

/** The kinds that the account charges, without device wallets if there is no publishable key, which their buttons need. */
const kindsOf = ({ methodKinds = ['CARD'], publishableKey }: StripeAccountOptions): Processor['methodKinds'] =>
  methodKinds.filter((kind) => publishableKey !== undefined || !(walletKinds as readonly string[]).includes(kind))

/** Runs a call that moves money. If even the query of its outcome gets no answer, the outcome is unknown. */
const orUnknown = (move: () => Promise<ProcessorOutcome>): Promise<ProcessorOutcome> => move().catch(unknownAfter)

const unknownAfter = (error: unknown): ProcessorOutcome => {
  if (error instanceof ModeMismatch) return { kind: 'unknown', message: error.message }
  const failure = classifyFailure(error)
  if (failure.kind === 'limited') return { kind: 'unknown', message: failure.message, limited: true }
  return { kind: 'unknown', message: 'message' in failure ? failure.message : 'Stripe does not report its outcome.' }
}

/** The charge for a request; undefined if this adapter cannot charge its method. */
const chargeOf = (request: AuthorizeRequest): StripeCharge | undefined => {
  const { method } = request
  if (method.kind === 'account')
    return method.type === 'VENMO' ? undefined : { ...request, method: { ...method, type: method.type } }
  return method.kind === 'stored' || method.kind === 'processor_token' ? { ...request, method } : undefined
}

const noSuchMethod: ProcessorOutcome = {
  kind: 'failed',
  message: 'Stripe is sent payment methods of its own and accounts that it knows, no card numbers.',
}

const nothingHeld: ProcessorOutcome = {
  kind: 'failed',
  message: 'Nothing is held: money is captured as it is charged.',
}
