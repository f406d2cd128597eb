import type {
  ClientSession,
  EmbeddedCustomer,
  Payment,
  PaymentMethod,
  Refund,
  Subscription,
} from '@billing-checkout/contract'
import type { Principal } from '../../organization/caller-context.ts'
import { maskEmail } from './mask-email.ts'

/**
 * Redacts an answer for its caller. A merchant sees everything. A widget, our element on a shopper's page, sees no metadata, no identifiers
 * of the merchant, no details from the processor, and not which rule blocked a payment. Anyone with the session's link may be reading.
 * Answers to the portal also pass through `redactForPortal`.
 */
export const redactFor = <Answer>(principal: Pick<Principal, 'kind'>, answer: Answer): Answer =>
  principal.kind === 'widget' ? (redact(answer) as Answer) : answer

const redact = (answer: unknown): unknown => {
  if (typeof answer !== 'object' || answer === null) return answer
  if ('payment_status' in answer) return redactPayment(answer as Payment)
  if ('current_period_end' in answer) return redactSubscription(answer as Subscription)
  return answer
}

/** Redacts a payment for the shopper's browser. */
export const redactPayment = (payment: Payment): Payment => ({
  ...payment,
  customer: redactCustomer(payment.customer),
  subscription: payment.subscription && redactSubscription(payment.subscription),
  payment_method: payment.payment_method && redactMethod(payment.payment_method),
  refund: payment.refund && redactRefund(payment.refund),
  refunds: payment.refunds.map(redactRefund),
  metadata: {},
  status_reason: redactReason(payment.status_reason),
  payment_details: null,
  processor: null,
})

/** Removes the billing address. Of a PayPal account, only the masked email address is left, by which its holder recognizes the account. */
const redactMethod = (method: PaymentMethod): PaymentMethod =>
  method.type === 'PAYPAL'
    ? {
        ...method,
        details: {
          payer_info: {
            email: maskEmail(method.details.payer_info.email),
            first_name: null,
            last_name: null,
            payer_id: null,
          },
        },
        billing_address: null,
      }
    : { ...method, billing_address: null }

/** Removes a refund's reason, because the merchant wrote it for internal use. */
const redactRefund = (refund: Refund): Refund => ({ ...refund, reason: null })

/** Removes the message of a block, because a blocked shopper must not learn which rule blocked them. */
const redactReason = (reason: Payment['status_reason']): Payment['status_reason'] =>
  reason?.status === 'blocked' ? { ...reason, status_reason: { ...reason.status_reason, message: null } } : reason

/** Redacts a client session for the shopper's browser. */
export const redactSession = (session: ClientSession): ClientSession => ({
  ...session,
  customer: session.customer && {
    ...session.customer,
    email: maskEmail(session.customer.email),
    external_id: null,
    metadata: {},
  },
  payment: { metadata: {} },
  subscription: session.subscription && { ...session.subscription, metadata: {} },
})

const redactCustomer = (customer: EmbeddedCustomer): EmbeddedCustomer => ({
  ...customer,
  external_id: null,
  full_name: null,
  email: maskEmail(customer.email),
  phone: null,
  locale: null,
  address: null,
  metadata: {},
})

const redactSubscription = (subscription: Subscription): Subscription => ({
  ...subscription,
  customer: { ...subscription.customer, external_id: null, email: maskEmail(subscription.customer.email) },
  payment_method_id: null,
  cancellation: subscription.cancellation && { ...subscription.cancellation, comment: null },
  metadata: {},
})
