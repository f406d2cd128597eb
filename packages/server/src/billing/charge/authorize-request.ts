import type { Address, PaymentMethod } from '@billing-checkout/contract'
import type { AuthorizeRequest, ChargedCustomer, EarlierPayment } from '../../processors/processor.ts'
import type { Write } from '../../store/write.ts'
import { mergeAddress } from '../customers/merge-address.ts'
import type { ChargeDraft, TypedMethod, WalletMethod } from '../charge-input/charge-draft.ts'

/** The request to a processor by which a charge is made, under a reference and with its method as `method` presents it. */
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

/** How a charge is presented to its processor. */
interface PresentedCharge {
  readonly reference: string
  readonly paymentId: string
  readonly method: PaymentMethod | null
}

/** Who pays, with the address of the method or else the customer's own. */
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

/** The browser is nobody's business but of an agreement to later charges, so it is sent and stored with no other request. */
const agreeingBrowser = ({ method, store, browser }: ChargeDraft): Pick<AuthorizeRequest, 'browser'> =>
  store && browser && method.kind === 'wallet' && method.charged.kind === 'account' ? { browser } : {}

const checkedAddress = (charge: ChargeDraft, method: PaymentMethod | null): AuthorizeRequest['billingAddress'] => {
  const address = charge.method.kind === 'wallet' ? addressOf(charge.method) : (method?.billing_address ?? null)
  return address && { postalCode: address.postal_code, line1: address.line1 }
}

/** The billing address that came with a new method. */
export const addressOf = ({ billingAddress }: TypedMethod | WalletMethod): Address | null =>
  billingAddress && mergeAddress(null, billingAddress)

/** The earlier payment that a charge without the shopper refers to: the one by which its method was stored. */
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
