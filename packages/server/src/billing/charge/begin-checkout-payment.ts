import { Problem } from '@billing-checkout/contract'
import type { CallerContext } from '../../organization/caller-context.ts'
import type { Organization } from '../../organization/organization.ts'
import { riskRulesOf } from '../../organization/risk-rules.ts'
import type { AuthenticationWish } from '../../processors/processor.ts'
import { processorEvenIfPaused } from '../../processors/processors.ts'
import type { LockedSubscription } from '../../store/entities/subscriptions.ts'
import type { ConnectionUnavailable } from '../../store/reconcile-first/reconcile-first.ts'
import type { ClientSessionRow, CustomerRow } from '../../store/rows.ts'
import { lockNames } from '../../store/writes/lock-names.ts'
import type { UnitOfWork, Write } from '../../store/writes/write.ts'
import type { OpenedPayment } from '../attempts/open-attempt.ts'
import type { Billing } from '../billing.ts'
import type {
  ChargeDraft,
  EnteredMethod,
  PayableSession,
  PaymentBody,
  SaleDraft,
} from '../charge-input/charge-draft.ts'
import { consentOfPayment, refuseWithoutConsent } from '../charge-input/consent-of-payment.ts'
import { descriptorOf } from '../charge-input/descriptor-of.ts'
import { refuseCardTesting } from '../checks/refuse-card-testing.ts'
import { refuseDuplicatePurchase } from '../checks/refuse-duplicate-purchase.ts'
import { refuseOtherAmount } from '../checks/refuse-other-amount.ts'
import { refuseSecondTrial, refuseSecondTrialWithoutMethod } from '../checks/refuse-second-trial.ts'
import { isAlwaysFree, mayStartTrialWithoutMethod } from '../checks/needs-method.ts'
import { refuseUnpayableDue } from '../checks/refuse-unpayable-due.ts'
import { refuseIncompleteTaxAddress, refuseFailedTaxCalculation } from '../checks/refuse-unknown-tax.ts'
import { insertCustomer } from '../customers/insert-customer.ts'
import { isRecoveryOver } from '../hosted/hosted-session.ts'
import { lockNamesOfCustomer } from '../lock-names-of.ts'
import { refuseUnsuitableConnection } from '../quotes/refuse-unchargeable-amount.ts'
import { type ResolvedSession, resolveLockedSession } from '../quotes/resolve-session.ts'
import {
  type CheckoutPaymentRows,
  lockCheckoutPaymentRows,
  lockSessionRows,
  type SessionRows,
} from '../sessions/checkout-payment-rows.ts'
import { openFreePayment, openPayment, reserveIdempotencyKey } from './open-payment.ts'
import { findStoredMethod, recordSingleUse, routeMethod, routeSealedCard } from './route-method.ts'

/** A widget's request to pay its session. */
export interface CheckoutPaymentRequest {
  readonly call: CallerContext
  readonly sessionId: string
  readonly body: PaymentBody
  readonly newMethod: EnteredMethod | null
  /** Whether the payment has waited long enough for other payments from its network address; see `runAfterPaymentsInFlight`. */
  readonly hasWaited: boolean
  /** Set if the first route's connection has just refused to charge the sealed card. This payment then uses the next route. */
  readonly refusedConnection?: ConnectionUnavailable | undefined
}

/**
 * A unit of work that begins a shopper's payment. Locks the rows of the session and its subscription, takes the buyer's advisory locks, and
 * quotes the session from the locked rows. Throws a `Problem` if the sale may not be charged. Records the payment and its attempt, and
 * reserves the idempotency key. The processor is called after the commit.
 */
export const checkoutPaymentUnit = (
  billing: Billing,
  request: CheckoutPaymentRequest,
): UnitOfWork<OpenedPayment, SessionRows> => ({
  load: (context) => lockSessionRows(context, request.sessionId),
  run: async (work, rows) =>
    reserveIdempotencyKey(work, request.call, await beginCheckoutPayment(billing, work, request, rows)),
})

const beginCheckoutPayment = async (
  billing: Billing,
  work: Write,
  request: CheckoutPaymentRequest,
  rows: SessionRows,
): Promise<OpenedPayment> => {
  const { call, body, newMethod, refusedConnection } = request
  const { organization } = call
  const { locked, view } = await lockSale(billing, work, request, rows)
  const { session, sameEmail, earlierPayments } = locked
  refuseContradiction(view, body)
  refuseWithoutConsent(body, view, organization)

  const email = session.members.customer?.email ?? null
  const { competesWithChallenge } = await refuseDuplicatePurchase(work, organization, { view, email, sameEmail })
  if (
    newMethod === null &&
    body.payment_method === undefined &&
    (isAlwaysFree(view) || mayStartTrialWithoutMethod(view))
  ) {
    await refuseFreeSale(billing, work, request, view)
    return openFreePayment(billing, work, draftSale(work, request, session, view))
  }
  const sale = { currency: view.quote.draft.dueNow.currency, country: view.country }
  const method = newMethod
    ? routeMethod(billing, organization, newMethod, { sale, refusedConnection })
    : await findStoredMethod(work, view, body)
  await refuseSale(billing, work, request, { locked, view, method })
  if (method.kind === 'typed') recordSingleUse(work, method)

  const store = view.purpose !== 'pay' || body.store === true
  return openPayment(billing, work, {
    ...draftSale(work, request, session, view),
    earlierClaims: rows.claims,
    claimId: null,
    // The session is locked, so no other payment of the session can begin at the same time.
    reference: ['checkout', session.id, earlierPayments.length + 1],
    idempotency: call.idempotency,
    ...(method.kind === 'typed' && !refusedConnection
      ? routeSealedCard(billing, organization, method, { sale, caller: call.requestId })
      : { method }),
    rules: riskRulesOf(organization.settings.rules),
    authentication: authenticationWishOf(organization, method, store),
    store,
    ...(call.browser && { browser: call.browser }),
    ...(competesWithChallenge && { competesWithChallenge }),
  })
}

/** The facts that decide about a payment: the locked rows, the session with its quote, and the method that the shopper chose. */
interface LockedSale {
  readonly locked: CheckoutPaymentRows
  readonly view: PayableSession
  readonly method: ChargeDraft['method']
}

/** Locks the rows of a session and of its buyer, and quotes the session from these rows. Throws if the session cannot be paid. */
const lockSale = async (
  billing: Billing,
  work: Write,
  request: CheckoutPaymentRequest,
  rows: SessionRows,
): Promise<Omit<LockedSale, 'method'>> => {
  const locked = await lockCheckoutPaymentRows(billing, work, rows, request)
  const { session, namedCustomer, subscription, plan } = locked
  if (isRecoveryOver({ session, subscription, now: work.now }))
    throw new Problem('session_expired', `Subscription ${subscription?.id} is no longer past due: nothing is owed.`)
  const { organization } = request.call
  const context = { billing, db: work.db, organization, now: work.now, loadedRows: { plan } }
  const resolve = async () => requirePayable(await resolveLockedSession(context, session, subscription))
  const view = await resolve()
  const { customer: buyer } = view
  if (buyer === undefined || buyer.id === namedCustomer?.id) return { locked, view }
  // Another request has created the customer since the first look-up. Take that customer's advisory locks and quote again, because the
  // quote depends on the customer's credit.
  await lockNames(work, lockNamesOfCustomer(buyer))
  return { locked, view: await resolve() }
}

/**
 * Throws if the sale may not be charged to the method. Examples are too many attempts, an unknown tax, another amount than the shopper saw,
 * and a second trial.
 */
const refuseSale = async (
  billing: Billing,
  work: Write,
  { call, body, hasWaited }: CheckoutPaymentRequest,
  { locked: { earlierPayments, addressRecord }, view, method }: LockedSale,
): Promise<void> => {
  const { organization } = call
  await refuseCardTesting(billing, work, call, { earlierPayments, method, hasWaited, addressRecord })
  refuseIncompleteTaxAddress(view.quote.tax, view.purpose)
  refuseFailedTaxCalculation(organization, view.quote.tax)
  refuseOtherAmount(body.expected, view.quote)
  await refuseSecondTrial(work, view, method)
  refuseUnpayableDue(billing, organization, view)
  if (method.kind === 'stored')
    refuseUnsuitableConnection(
      processorEvenIfPaused(billing.processors, method.row.connection),
      view.quote.draft.dueNow,
    )
}

/** Throws if a purchase that costs nothing now, and for which the shopper entered no method, may not be made. */
const refuseFreeSale = async (
  billing: Billing,
  work: Write,
  { call: { organization, address }, body }: CheckoutPaymentRequest,
  view: PayableSession,
): Promise<void> => {
  if (!isAlwaysFree(view)) {
    refuseIncompleteTaxAddress(view.quote.tax, view.purpose)
    refuseFailedTaxCalculation(organization, view.quote.tax)
    refuseUnpayableDue(billing, organization, view)
  }
  refuseOtherAmount(body.expected, view.quote)
  if (!isAlwaysFree(view)) await refuseSecondTrialWithoutMethod(billing, work, view, address)
}

/** Drafts a sale to a shopper. If the session has no customer yet, this creates the customer. */
const draftSale = (
  work: Write,
  { call, body }: CheckoutPaymentRequest,
  session: ClientSessionRow,
  view: PayableSession,
): SaleDraft => ({
  quotedSale: view,
  customer: view.customer ?? customerOf(work, session),
  sessionId: session.id,
  type: 'CIT',
  metadata: session.members.payment?.metadata ?? {},
  statementDescriptor: descriptorOf(call.organization, session.members.payment?.statement_descriptor),
  consent: consentOfPayment(body, view, call),
  address: call.address,
})

/** Which 3-D Secure authentication the organization wants. A wallet needs none, because the wallet authenticates its holder. */
const authenticationWishOf = (
  { settings }: Organization,
  method: ChargeDraft['method'],
  store: boolean,
): AuthenticationWish => (isCard(method) ? wishes[settings.three_d_secure][store ? 'storing' : 'once'] : 'none')

const isCard = (method: ChargeDraft['method']): boolean =>
  (method.kind === 'stored' ? method.row : method).type === 'CARD'

const wishes = {
  always: { storing: 'required', once: 'required' },
  storing: { storing: 'required', once: 'if_asked' },
  never: { storing: 'none', once: 'none' },
} as const

/** Creates the customer of a session that has none yet, and stores the customer's id in the session for the next payment. */
const customerOf = (work: Write, session: ClientSessionRow): CustomerRow => {
  const { customer, options } = session.members
  const created = insertCustomer(work, { ...customer, locale: options?.locale })
  work.update('clientSessions', { id: session.id }, { customerId: created.id })
  return created
}

/**
 * Returns the session's view with its plan, terms and quote. Throws a problem that names every missing member, or that says that nothing is
 * due.
 */
const requirePayable = (view: ResolvedSession<LockedSubscription>): PayableSession => {
  const { purpose, plan, terms, quote } = view
  if (purpose === null || !plan || !terms || !quote) {
    const details = view.missing.map((member) => ({
      path: `session.${member}`,
      code: 'required',
      message: `The client session needs ${member} before it can be paid.`,
    }))
    throw new Problem('invalid_parameter', 'The client session is incomplete.', { details })
  }
  if (purpose === 'resume' || (purpose === 'change_plan' && quote.draft.dueNow.amount === 0)) {
    throw new Problem('invalid_parameter', 'Nothing is due: this client session is completed by PATCH /subscriptions.')
  }
  return { ...view, purpose, plan, terms, quote }
}

/** Refuses a request that contradicts its session, because only the merchant may change a session. */
const refuseContradiction = (
  { session, customer, plan, terms, subscription }: ResolvedSession,
  body: PaymentBody,
): void => {
  const contradicted = [
    body.metadata !== undefined && 'metadata',
    body.discount !== undefined && 'discount',
    body.plan !== undefined && body.plan.id !== plan?.id && 'plan.id',
    body.plan?.quantity !== undefined && body.plan.quantity !== (terms?.quantity ?? 1) && 'plan.quantity',
    body.subscription !== undefined && body.subscription.id !== subscription?.id && 'subscription.id',
    body.subscription?.status !== undefined && 'subscription.status',
    body.customer?.id !== undefined && body.customer.id !== customer?.id && 'customer.id',
    body.customer?.external_id !== undefined &&
      body.customer.external_id !== session.members.customer?.external_id &&
      'customer.external_id',
  ].filter((member) => member !== false)
  if (contradicted.length === 0) return
  throw new Problem('insufficient_permission', `A client token may not set ${contradicted.join(', ')}.`)
}
