import type { Checkout, Payment } from '@billing-checkout/contract'
import type {
  Answer,
  AttemptCredentials,
  CheckoutReader,
  PaymentCalls,
  PaymentRequestBody,
  CheckoutUpdate,
  SubscriptionRequestBody,
} from '../src/checkout/requests/transport.ts'
import { aCheckout } from './a-checkout.ts'
import { aPayment } from './a-payment.ts'

/** A service that returns a test's answers and records the calls. */
export class FakeService implements CheckoutReader, PaymentCalls {
  /** The answers to reading and updating the checkout, in turn; the last one is repeated. */
  checkouts: Answer<Checkout>[]
  /** The answers to paying, in turn; the last one is repeated. */
  payments: Answer<Payment>[] = [{ kind: 'ok', value: aPayment('SETTLING') }]
  /** The answer to querying a payment. */
  polled: Answer<Payment> = { kind: 'ok', value: aPayment('PENDING') }
  readonly attempts: (AttemptCredentials & { readonly request: PaymentRequestBody })[] = []
  readonly changes: SubscriptionRequestBody[] = []
  /** The updates that the shopper sent, in order. */
  readonly updates: CheckoutUpdate[] = []
  reads = 0

  constructor(checkout: Checkout | Answer<Checkout> = aCheckout()) {
    this.checkouts = ['kind' in checkout ? checkout : { kind: 'ok', value: checkout }]
  }

  readCheckout: CheckoutReader['readCheckout'] = async () => {
    this.reads += 1
    return this.#next(this.checkouts)
  }

  updateCheckout: PaymentCalls['updateCheckout'] = async (update) => {
    this.updates.push(update)
    return this.#next(this.checkouts)
  }

  pay: PaymentCalls['pay'] = async (request, attempt) => {
    this.attempts.push({ ...attempt, request })
    await new Promise((resolve) => setTimeout(resolve, 20))
    return this.#next(this.payments)
  }

  readPayment: PaymentCalls['readPayment'] = async () => this.polled

  updateSubscription: PaymentCalls['updateSubscription'] = async (request) => {
    this.changes.push(request)
    return { kind: 'ok', value: null as never }
  }

  #next<Value>(answers: Answer<Value>[]): Answer<Value> {
    return (answers.length > 1 ? answers.shift() : answers[0]) ?? { kind: 'lost' }
  }
}
