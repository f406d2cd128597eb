import { Problem } from '@billing-checkout/contract'
import type { CallerContext } from '../../organization/caller-context.ts'
import type { Organization } from '../../organization/organization.ts'
import { riskRulesOf } from '../../organization/risk-rules.ts'
import type { AuthenticationWish } from '../../processors/processor.ts'
import { processorEvenIfPaused } from '../../processors/processors.ts'
import type { ConnectionHeld } from '../../store/reconcile-first/connection-held.ts'
import type { ClientSessionRow, CustomerRow } from '../../store/rows.ts'
import { lockNames } from '../../store/writes/lock-names.ts'
import type { UnitOfWork, Write } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'
import { lockNamesOfCustomer } from '../lock-names-of.ts'
import type { PaymentBody } from '../charge-input/payment-body.ts'
import { consentOfPayment, refuseWithoutConsent } from '../charge-input/consent-of-payment.ts'
import { descriptorOf } from '../charge-input/descriptor-of.ts'
import { insertCustomer } from '../customers/insert-customer.ts'
import type { OpenedPayment } from '../attempts/open-attempt.ts'
import { openFreePayment, openPayment } from './open-payment.ts'
import { routeMethod, routeSealed } from './route-method.ts'
import { type CheckoutRows, lockCheckoutRows, lockSessionRows, type SessionRows } from '../sessions/checkout-rows.ts'
import { isFree, refuseUnpayableDue, startsWithoutMethod } from '../checks/refuse-unpayable-due.ts'
import { refuseCardTesting } from '../checks/refuse-card-testing.ts'
import { refuseDouble } from '../checks/refuse-double.ts'
import { refuseOtherAmount } from '../checks/refuse-other-amount.ts'
import { refuseSecondTrialWithoutMethod, refuseSecondTrial } from '../checks/refuse-second-trial.ts'
import { refuseUnlessTaxable, refuseIncompleteTaxAddress } from '../checks/refuse-untaxed.ts'
import { answerKeys, reserveKey } from '../../store/requests/save-idempotent-response.ts'
import type { ChargeDraft, EnteredMethod, PayableSession } from '../charge-input/charge-draft.ts'
import { findStoredMethod, recordUseOf } from '../charge-input/find-stored-method.ts'
import { requirePayable, refuseContradiction } from '../charge-input/require-payable.ts'
import { refuseUnlessChargeable } from '../quotes/refuse-off-step.ts'
import { isRecoveryOver } from '../hosted/is-recovery-over.ts'
import { resolveLockedSession } from '../quotes/resolve-session.ts'

/** A widget's request to pay its session. */
export interface CheckoutPayment {
  readonly call: CallerContext
  readonly sessionId: string
  readonly body: PaymentBody
  readonly newMethod: EnteredMethod | null
  /** Whether the payment has waited long enough for other payments from its network address; see `waitForOthers`. */
  readonly hasWaited: boolean
  /** Set if the first route's connection has just refused to charge the sealed card. This payment then uses the next route. */
  readonly heldConnection?: ConnectionHeld | undefined
}

/** A unit of work that locks, checks and records a shopper's payment. The processor is called after the commit. */
export const checkoutPayment = (
  billing: Billing,
  request: CheckoutPayment,
): UnitOfWork<OpenedPayment, SessionRows> => ({
  load: (context) => lockSessionRows(context, request.sessionId),
  run: (work, rows) => beginCheckoutPayment(billing, work, request, rows),
})

const beginCheckoutPayment = async (
  billing: Billing,
  work: Write,
  request: CheckoutPayment,
  rows: SessionRows,
): Promise<OpenedPayment> => {
  const { call, body, newMethod } = request
  const { locked, view } = await lockSale(billing, work, request, rows)
  const { session, sameEmail } = locked
  refuseContradiction(view, body)
  refuseWithoutConsent(body, view, call.organization)

  const email = session.members.customer?.email ?? null
  const { competesWithChallenge } = await refuseDouble(work, call.organization, { view, email, sameEmail })
  if (newMethod === null && body.payment_method === undefined && (isFree(view) || startsWithoutMethod(view)))
    return beginFreePayment(billing, work, request, { session, view })
  const method = newMethod
    ? routeMethod(billing, call.organization, newMethod, { sale: saleOf(view), heldConnection: request.heldConnection })
    : await findStoredMethod(work, view, body)
  await refuseSale(billing, work, request, { locked, view, method })
  if (method.kind === 'typed') recordUseOf(work, method)

  const charge = draftCharge(billing, work, request, { locked, view, method, earlierClaims: rows.claims })
  const opened = await openPayment(billing, work, {
    ...charge,
    ...(competesWithChallenge && { competesWithChallenge }),
  })
  reserveKey(work, call, opened.paymentId)
  if ('ended' in opened) answerKeys(work, opened.paymentId, opened.ended)
  return opened
}

/**
 * The facts by which a payment is accepted or refused: the locked rows, the session as it is sold, and the method that the shopper chose.
 */
interface LockedSale {
  readonly locked: CheckoutRows
  readonly view: PayableSession
  readonly method: ChargeDraft['method']
}

/** Locks the rows of a session and of its buyer, and quotes the session from these rows. Throws if the session cannot be paid. */
const lockSale = async (
  billing: Billing,
  work: Write,
  request: CheckoutPayment,
  rows: SessionRows,
): Promise<Omit<LockedSale, 'method'>> => {
  const locked = await lockCheckoutRows(billing, work, rows, request)
  const { session, namedCustomer, subscription, plan } = locked
  if (isRecoveryOver({ session, subscription, now: work.now }))
    throw new Problem('session_expired', `Subscription ${subscription?.id} is no longer past due: nothing is owed.`)
  const { organization } = request.call
  const context = { billing, db: work.db, organization, now: work.now, loadedRows: { plan } }
  const resolve = async () => requirePayable(await resolveLockedSession(context, session, subscription))
  const view = await resolve()
  const { customer: buyer } = view
  if (buyer === undefined || buyer.id === namedCustomer?.id) return { locked, view }
  // Another request has created the customer since the first look-up. Lock that customer's names and quote again, because the quote depends
  // on the customer's credit.
  await lockNames(work, lockNamesOfCustomer(buyer))
  return { locked, view: await resolve() }
}

/**
 * Throws if the sale may not be charged to the method: for example after too many attempts, if the tax is unknown, if the amount differs
 * from the one shown, or if it would be a second trial.
 */
const refuseSale = async (
  billing: Billing,
  work: Write,
  { call, body, hasWaited }: CheckoutPayment,
  { locked: { earlierPayments, addressRecord }, view, method }: LockedSale,
): Promise<void> => {
  const { organization } = call
  await refuseCardTesting(billing, work, call, { earlierPayments, method, hasWaited, addressRecord })
  refuseIncompleteTaxAddress(view.quote.tax, view.purpose)
  refuseUnlessTaxable(organization, view.quote.tax)
  refuseOtherAmount(body.expected, view.quote)
  await refuseSecondTrial(work, view, method)
  refuseUnpayableDue(billing, organization, view)
  if (method.kind === 'stored')
    refuseUnlessChargeable(processorEvenIfPaused(billing.processors, method.row.connection), view.quote.draft.dueNow)
}

/** Drafts the charge for a sale. If the session names no customer, this creates the customer. */
const draftCharge = (
  billing: Billing,
  work: Write,
  { call, body, heldConnection }: CheckoutPayment,
  {
    locked: { session, earlierPayments },
    view,
    method,
    earlierClaims,
  }: LockedSale & Pick<ChargeDraft, 'earlierClaims'>,
): ChargeDraft => {
  const { organization } = call
  const store = view.purpose !== 'pay' || body.store === true
  return {
    view,
    claimId: null,
    earlierClaims,
    // The session is locked, so it cannot begin another payment at the same time.
    reference: ['checkout', session.id, earlierPayments.length + 1],
    idempotency: call.idempotency,
    customer: view.customer ?? customerOf(work, session),
    sessionId: session.id,
    type: 'CIT',
    ...(method.kind === 'typed' && !heldConnection
      ? routeSealed(billing, organization, method, { sale: saleOf(view), caller: call.requestId })
      : { method }),
    rules: riskRulesOf(organization.settings.rules),
    authentication: wishOf(organization, method, store),
    store,
    metadata: session.members.payment?.metadata ?? {},
    statementDescriptor: descriptorOf(organization, session.members.payment?.statement_descriptor),
    consent: consentOfPayment(body, view, call),
    address: call.address,
    ...(call.browser && { browser: call.browser }),
  }
}

/** The facts that select the connection for a sale. */
const saleOf = ({ quote, country }: PayableSession) => ({ currency: quote.draft.dueNow.currency, country })

/** Records a purchase that costs nothing now and needs no payment method, if the shopper entered none. */
const beginFreePayment = async (
  billing: Billing,
  work: Write,
  { call, body }: CheckoutPayment,
  { session, view }: { readonly session: ClientSessionRow; readonly view: PayableSession },
): Promise<OpenedPayment> => {
  if (!isFree(view)) {
    refuseIncompleteTaxAddress(view.quote.tax, view.purpose)
    refuseUnlessTaxable(call.organization, view.quote.tax)
    refuseUnpayableDue(billing, call.organization, view)
  }
  refuseOtherAmount(body.expected, view.quote)
  if (!isFree(view)) await refuseSecondTrialWithoutMethod(billing, work, view, call.address)
  const opened = await openFreePayment(billing, work, {
    view,
    claimId: null,
    reference: null,
    idempotency: call.idempotency,
    customer: view.customer ?? customerOf(work, session),
    sessionId: session.id,
    type: 'CIT',
    rules: [],
    authentication: 'none',
    store: false,
    metadata: session.members.payment?.metadata ?? {},
    statementDescriptor: descriptorOf(call.organization, session.members.payment?.statement_descriptor),
    consent: consentOfPayment(body, view, call),
    address: call.address,
  })
  reserveKey(work, call, opened.paymentId)
  if ('ended' in opened) answerKeys(work, opened.paymentId, opened.ended)
  return opened
}

/** Which 3-D Secure authentication the organization wants. A wallet needs none, because the wallet authenticates its holder. */
const wishOf = ({ settings }: Organization, method: ChargeDraft['method'], store: boolean): AuthenticationWish =>
  isCard(method) ? wishes[settings.three_d_secure][store ? 'storing' : 'once'] : 'none'

const isCard = (method: ChargeDraft['method']): boolean =>
  (method.kind === 'stored' ? method.row : method).type === 'CARD'

const wishes = {
  always: { storing: 'required', once: 'required' },
  storing: { storing: 'required', once: 'if_asked' },
  never: { storing: 'none', once: 'none' },
} as const

/** Creates the customer of a session that names none, and stores the customer's id in the session for the next payment. */
const customerOf = (work: Write, session: ClientSessionRow): CustomerRow => {
  const { customer, options } = session.members
  const created = insertCustomer(work, { ...customer, locale: options?.locale })
  work.update('clientSessions', { id: session.id }, { customerId: created.id })
  return created
}
