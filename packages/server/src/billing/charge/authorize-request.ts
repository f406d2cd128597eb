import type { Address, PaymentMethod } from '@billing-checkout/contract'
import type { AuthorizeRequest, ChargedCustomer, EarlierPayment } from '../../processors/processor.ts'
import type { Write } from '../../store/writes/write.ts'
import { mergeAddress } from '../customers/insert-customer.ts'
import type { ChargeDraft, TypedMethod, WalletMethod } from '../charge-input/charge-draft.ts'

/** The processor's authorization request for a charge, with the method as {@link methodForProcessor} presents it. */
export const authorizeRequest = (
  work: Write,
  charge: ChargeDraft,
  { reference, paymentId, method }: PresentedCharge,
): Omit<AuthorizeRequest, 'returnUrl'> => ({
  reference,
  amount: charge.view.quote.draft.dueNow.amount,
  currency: charge.view.quote.draft.dueNow.currency,
  initiator: charge.type,
  method: methodForProcessor(charge, method),
  customer: customerOf(charge, method),
  authentication: charge.authentication,
  earlier: charge.type === 'MIT' ? earlierPayment(charge) : null,
  store: charge.store,
  ...agreeingBrowser(charge),
  statementDescriptor: charge.statementDescriptor,
  description: `${charge.view.plan.name} (${paymentId})`,
  billingAddress: checkedAddress(charge, method),
  at: work.now,
})

/** The parts of the request that the charge draft lacks: its reference, its payment's id, and the method as the payment shows it. */
interface PresentedCharge {
  readonly reference: string
  readonly paymentId: string
  readonly method: PaymentMethod | null
}

/** The payer, with the method's billing address, or the customer's own if the method has none. */
const customerOf = ({ customer }: ChargeDraft, method: PaymentMethod | null): ChargedCustomer => {
  const { id, email, fullName: name } = customer
  const address = method?.billing_address ?? customer.address
  return {
    id,
    email,
    name,
    ...(address && { address: { postalCode: address.postal_code ?? null, country: address.country ?? null } }),
  }
}

/**
 * The browser's details, sent only if the shopper agrees to later charges of an account such as PayPal. No other request needs or stores
 * them.
 */
const agreeingBrowser = ({ method, store, browser }: ChargeDraft): Pick<AuthorizeRequest, 'browser'> =>
  store && browser && method.kind === 'wallet' && method.charged.kind === 'account' ? { browser } : {}

const checkedAddress = (charge: ChargeDraft, method: PaymentMethod | null): AuthorizeRequest['billingAddress'] => {
  const address = charge.method.kind === 'wallet' ? addressOf(charge.method) : (method?.billing_address ?? null)
  return address && { postalCode: address.postal_code, line1: address.line1 }
}

/** The billing address that came with a new method. */
export const addressOf = ({ billingAddress }: TypedMethod | WalletMethod): Address | null =>
  billingAddress && mergeAddress(null, billingAddress)

/** The payment that stored the method. A merchant-initiated charge must refer to it. */
const earlierPayment = ({ method }: ChargeDraft): EarlierPayment | null =>
  method.kind === 'stored'
    ? { networkPaymentId: method.row.networkPaymentId, authenticationId: method.row.authenticationId }
    : null

const methodForProcessor = ({ method }: ChargeDraft, presented: PaymentMethod | null): AuthorizeRequest['method'] => {
  if (method.kind !== 'stored') return method.charged
  const card = presented && 'exp_month' in presented.details ? presented.details : null
  return {
    kind: 'stored',
    token: method.row.processorToken,
    expMonth: card?.exp_month ?? null,
    expYear: card?.exp_year ?? null,
  }
}
