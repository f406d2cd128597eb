import type { Address, PaymentMethod } from '@billing-checkout/contract'
import { randomUUID } from 'node:crypto'
import type { AuthorizeRequest, ChargedCustomer, EarlierPayment } from '../../processors/processor.ts'
import type { AttemptNotes } from '../../store/schema/attempts.ts'
import { newId } from '../../store/writes/new-id.ts'
import type { Write } from '../../store/writes/write.ts'
import { actionUrl } from '../action-url.ts'
import { deriveReference } from '../attempts/derive-reference.ts'
import { reportedMethodColumns } from '../attempts/reported-method-columns.ts'
import { type NextAttempt, type OpenAttempt, openAttempt } from '../attempts/open-attempt.ts'
import type { Billing } from '../billing.ts'
import { type ChargeDraft, fingerprintOf, type CardMethod, type WalletMethod } from '../charge-input/charge-draft.ts'
import { hashNetworkAddress } from '../checks/declines-of-address.ts'
import { mergeAddress } from '../customers/insert-customer.ts'
import { lockName, lockNamesOf } from '../lock-names-of.ts'

/** A recorded payment, and its method as the payment shows it. */
interface RecordedPayment {
  readonly paymentId: string
  readonly method: PaymentMethod | null
}

/**
 * Records a payment's authorization attempt: derives its reference, drafts the processor's request, and notes what is needed to finish the
 * attempt. If the shopper is present, the attempt gets an action id, which names our page for a challenge.
 */
export const openAuthorization = async (
  billing: Billing,
  work: Write,
  charge: ChargeDraft,
  payment: RecordedPayment,
  attemptId = newId('att', work),
): Promise<OpenAttempt> => {
  const { method, idempotency, callsAtOnce } = charge
  const actionId = charge.type === 'CIT' ? randomUUID() : undefined
  const basis = charge.reference ?? ['merchant without key', attemptId]
  const { reference, preimage } = deriveReference(work.organizationId, basis)
  const returnUrl = actionId === undefined ? null : actionUrl(billing, actionId, 'return')
  const request = { ...authorizeRequest(work, charge, payment), reference, returnUrl }
  const notes = await notesFor(billing, work, charge, payment)
  const opened = openAttempt(billing, work, {
    paymentId: payment.paymentId,
    attemptId,
    customerId: charge.customer.id,
    exclusiveNames: exclusiveNames(billing, charge, notes),
    // A stored method is charged only over the connection that stored it.
    connection: method.kind === 'stored' ? method.row.connection : method.connection,
    call: { kind: 'authorize', request },
    preimage,
    idempotency,
    notes,
    actionId,
    callsAtOnce,
  })
  return { ...opened, next: () => nextOf(billing, charge, payment, reference) }
}

/**
 * Returns the same charge over the next connection, under a new reference; undefined if there is no next connection. The returned charge
 * cannot be handed on again.
 */
const nextOf = (
  billing: Billing,
  charge: ChargeDraft,
  payment: RecordedPayment,
  reference: string,
): NextAttempt | undefined => {
  const connection = charge.nextConnection?.()
  if (connection === undefined || charge.method.kind !== 'typed') return undefined
  const { nextConnection: _, ...once } = charge
  const next: ChargeDraft = {
    ...once,
    method: { ...charge.method, connection },
    reference: ['handed on', reference, connection],
    // The request's idempotency key stays with the first attempt.
    idempotency: null,
  }
  return { connection, open: (work, attemptId) => openAuthorization(billing, work, next, payment, attemptId) }
}

/**
 * Returns the names of the locks that committing the charge's outcome needs, so that the commit can share a transaction (DECISIONS 50). If
 * another payment for the same thing waits for a challenge, the commit also locks an e-mail address and needs a transaction of its own. The
 * names depend on the outcome, because only the outcome reveals a wallet's account.
 */
const exclusiveNames = (
  billing: Billing,
  { customer, quotedSale: { subscription }, method, address, competesWithChallenge }: ChargeDraft,
  notes: AttemptNotes,
): OpenAttempt['exclusiveNames'] => {
  if (competesWithChallenge === true) return undefined
  const names = lockNamesOf({ customerId: customer.id, subscriptionId: subscription?.id ?? null })
  return (outcome) => {
    const { fingerprint = fingerprintOf(method) } =
      'learnt' in outcome ? reportedMethodColumns(billing, notes, outcome) : {}
    if (fingerprint === null || address === null) return names
    // For each network address, the approvals of a card count once a day, so two approvals of one card must not be counted at the same
    // time.
    return [...names, lockName.cardOfAddress(fingerprint, hashNetworkAddress(billing, address))]
  }
}

/** Facts that are needed to finish the authorization and that the payment does not contain. */
const notesFor = async (
  billing: Billing,
  work: Write,
  charge: ChargeDraft,
  { method: shown }: RecordedPayment,
): Promise<AttemptNotes> => {
  const { method, address, competesWithChallenge } = charge
  const vaultId = await storeCardInVault(billing, work, charge)
  return {
    ...(address !== null && { address }),
    ...(vaultId !== undefined && { vaultId }),
    ...(method.kind === 'wallet' && {
      wallet: { id: shown?.id ?? newId('pm', work), type: method.type, billingAddress: billingAddressOf(method) },
    }),
    ...(competesWithChallenge && { competesWithChallenge }),
  }
}

/** Puts a card that will be stored into our vault before the charge, if the processor needs the card's number for every later charge. */
const storeCardInVault = async (
  { processors, vault }: Billing,
  work: Write,
  charge: ChargeDraft,
): Promise<string | undefined> => {
  const { method, store } = charge
  if (!store || method.kind !== 'typed' || method.charged.kind !== 'typed_card') return undefined
  if (!processors.of(method.connection).needsCardNumber) return undefined
  const { cvc: _, ...card } = method.charged.card
  const id = newId('card', work)
  await vault.keep(work.db, { organizationId: work.organizationId, id }, card, work.now)
  return id
}

/** The processor's authorization request for a charge, with the method as {@link methodForProcessor} presents it. */
const authorizeRequest = (
  { now }: Write,
  charge: ChargeDraft,
  { paymentId, method }: RecordedPayment,
): Omit<AuthorizeRequest, 'reference' | 'returnUrl'> => ({
  amount: charge.quotedSale.quote.draft.dueNow.amount,
  currency: charge.quotedSale.quote.draft.dueNow.currency,
  initiator: charge.type,
  method: methodForProcessor(charge, method),
  customer: customerOf(charge, method),
  authentication: charge.authentication,
  earlier: charge.type === 'MIT' ? earlierPayment(charge) : null,
  store: charge.store,
  ...agreeingBrowser(charge),
  statementDescriptor: charge.statementDescriptor,
  description: `${charge.quotedSale.plan.name} (${paymentId})`,
  billingAddress: checkedAddress(charge, method),
  at: now,
})

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
  const address = charge.method.kind === 'wallet' ? billingAddressOf(charge.method) : (method?.billing_address ?? null)
  return address && { postalCode: address.postal_code, line1: address.line1 }
}

/** The billing address that came with a new method. */
export const billingAddressOf = ({ billingAddress }: CardMethod | WalletMethod): Address | null =>
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
