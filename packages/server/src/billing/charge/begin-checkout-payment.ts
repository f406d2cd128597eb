import { Problem } from '@billing-checkout/contract'
import type { CallerContext } from '../../organization/caller-context.ts'
import type { Organization } from '../../organization/organization.ts'
import { riskRulesOf } from '../../organization/risk-rules.ts'
import type { AuthenticationWish } from '../../processors/processor.ts'
import { processorEvenIfPaused } from '../../processors/processors.ts'
import type { ConnectionHeld } from '../../store/reconcile-first/connection-held.ts'
import { isUniqueViolation } from '../../store/engine/errors/is-unique-violation.ts'
import type { ClientSessionRow, CustomerRow } from '../../store/rows.ts'
import type { LockedSubscription } from '../../store/entities/subscriptions.ts'
import { lockNames, type UnitOfWork, type Write } from '../../store/write.ts'
import type { Billing } from '../billing.ts'
import { lockNamesOfCustomer } from '../lock-names-of.ts'
import type { PaymentBody } from '../charge-input/payment-body.ts'
import { consentOfPayment, refuseWithoutConsent } from '../charge-input/consent-of-payment.ts'
import { descriptorOf } from '../charge-input/descriptor-of.ts'
import { isBuyerNamed } from '../customers/buyer-of-session.ts'
import { insertCustomer } from '../customers/insert-customer.ts'
import type { OpenedPayment } from '../attempts/open-attempt.ts'
import { openFreePayment, openPayment } from './open-payment.ts'
import { routeMethod, routeSealed } from './route-method.ts'
import { lockCheckoutRows, lockSessionRows, type SessionRows } from '../sessions/checkout-rows.ts'
import { isFree, refuseUnpayableDue, startsWithoutMethod } from '../checks/refuse-unpayable-due.ts'
import { refuseCardTesting } from '../checks/refuse-card-testing.ts'
import { refuseDouble } from '../checks/refuse-double.ts'
import { refuseOtherAmount } from '../checks/refuse-other-amount.ts'
import { refuseSecondTrialWithoutMethod, refuseSecondTrial } from '../checks/refuse-second-trial.ts'
import { refuseUnlessTaxable, refuseUnplaced } from '../checks/refuse-untaxed.ts'
import { answerKeys, reserveKey } from '../save-idempotent-response.ts'
import type {
  PayableSession,
  ChargeDraft,
  StoredMethod,
  TypedMethod,
  EnteredMethod,
} from '../charge-input/charge-draft.ts'
import { refuseUnlessChargeable } from '../quotes/refuse-off-step.ts'
import { isRecoveryOver } from '../hosted/is-recovery-over.ts'
import { type ResolvedSession, resolveLockedSession } from '../quotes/resolve-session.ts'

/** A widget's request to pay its session. */
export interface CheckoutPayment {
  readonly call: CallerContext
  readonly sessionId: string
  readonly body: PaymentBody
  readonly newMethod: EnteredMethod | null
  /** Whether the payment has used up its time to wait for other payments from its network address; see `waitForOthers`. */
  readonly hasWaited: boolean
  /** Set if the connection of the sealed card's first route just refused the attempt, so the next route is used. */
  readonly heldConnection?: ConnectionHeld | undefined
}

/** A shopper's payment: takes locks, checks and records it. The processor is called after the commit. */
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
  const locked = await lockCheckoutRows(billing, work, rows, request)
  const { session, earlier, named, subscription, plan, sameEmail, record } = locked
  if (isRecoveryOver({ session, subscription, now: work.now }))
    throw new Problem('session_expired', `Subscription ${subscription?.id} is not past due any more: nothing is owed.`)
  const context = { billing, db: work.db, organization: call.organization, now: work.now, loadedRows: { plan } }
  const resolve = async () => payable(await resolveLockedSession(context, session, subscription))
  const first = await resolve()
  const { customer: buyer } = first
  // Another session created the customer while this one waited for the lock on the e-mail address. Read the credit under the customer's lock.
  const isNew = buyer !== undefined && buyer.id !== named?.id
  if (isNew) await lockNames(work, lockNamesOfCustomer(buyer))
  const view = isNew ? await resolve() : first
  refuseContradiction(view, body)
  refuseWithoutConsent(body, view, call.organization)

  const email = session.members.customer?.email ?? null
  const { competesWithChallenge } = await refuseDouble(work, call.organization, { view, email, sameEmail })
  if (newMethod === null && body.payment_method === undefined && (isFree(view) || startsWithoutMethod(view)))
    return beginFreePayment(billing, work, request, { session, view })
  const sale = { currency: view.quote.draft.dueNow.currency, country: view.country }
  const method = newMethod
    ? routeMethod(billing, call.organization, newMethod, { sale, heldConnection: request.heldConnection })
    : await storedMethod(work, view, body)
  await refuseCardTesting(billing, work, call, { earlier, method, hasWaited: request.hasWaited, record })
  refuseUnplaced(view.quote.tax, view.purpose)
  refuseUnlessTaxable(call.organization, view.quote.tax)
  refuseOtherAmount(body.expected, view.quote)
  await refuseSecondTrial(work, view, method)
  refuseUnpayableDue(billing, call.organization, view)
  if (method.kind === 'stored')
    refuseUnlessChargeable(processorEvenIfPaused(billing.processors, method.row.connection), view.quote.draft.dueNow)
  if (method.kind === 'typed') useOnce(work, method)

  const customer = view.customer ?? customerOf(work, session)
  const store = view.purpose !== 'pay' || body.store === true
  const charge: ChargeDraft = {
    view,
    claimId: null,
    earlierClaims: rows.claims,
    // The session is locked, so it cannot begin another payment at the same time.
    reference: ['checkout', session.id, earlier.length + 1],
    idempotency: call.idempotency,
    customer,
    sessionId: session.id,
    type: 'CIT',
    ...(method.kind === 'typed' && !request.heldConnection
      ? routeSealed(billing, call.organization, method, { sale, caller: call.requestId })
      : { method }),
    rules: riskRulesOf(call.organization.settings.rules),
    authentication: wishOf(call.organization, method, store),
    store,
    metadata: session.members.payment?.metadata ?? {},
    statementDescriptor: descriptorOf(call.organization, session.members.payment?.statement_descriptor),
    consent: consentOfPayment(body, view, call),
    address: call.address,
    ...(call.browser && { browser: call.browser }),
    ...(competesWithChallenge && { competesWithChallenge }),
  }
  const opened = await openPayment(billing, work, charge)
  reserveKey(work, call, opened.paymentId)
  if ('blocked' in opened) answerKeys(work, opened.paymentId, opened.blocked)
  return opened
}

/** Records a purchase that costs nothing now, for which the shopper entered no method and needs none. */
const beginFreePayment = async (
  billing: Billing,
  work: Write,
  { call, body }: CheckoutPayment,
  { session, view }: { readonly session: ClientSessionRow; readonly view: PayableSession },
): Promise<OpenedPayment> => {
  if (!isFree(view)) {
    refuseUnplaced(view.quote.tax, view.purpose)
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
  if ('blocked' in opened) answerKeys(work, opened.paymentId, opened.blocked)
  return opened
}

/** Whether the organization wants 3-D Secure. A wallet needs none, because it authenticates its holder itself. */
const wishOf = ({ settings }: Organization, method: ChargeDraft['method'], store: boolean): AuthenticationWish =>
  isCard(method) ? wishes[settings.three_d_secure][store ? 'storing' : 'once'] : 'none'

const isCard = (method: ChargeDraft['method']): boolean =>
  (method.kind === 'stored' ? method.row : method).type === 'CARD'

const wishes = {
  always: { storing: 'required', once: 'required' },
  storing: { storing: 'required', once: 'if_asked' },
  never: { storing: 'none', once: 'none' },
} as const

/** The session's view, ready to be paid. Throws a problem that names every missing member. */
const payable = (view: ResolvedSession<LockedSubscription>): PayableSession => {
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

/** Refuses a request that contradicts its session, which only the merchant may change. */
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
    body.customer?.id !== undefined && body.customer.id !== customer?.id && 'customer.id',
    body.customer?.external_id !== undefined &&
      body.customer.external_id !== session.members.customer?.external_id &&
      'customer.external_id',
  ].filter((member) => member !== false)
  if (contradicted.length === 0) return
  throw new Problem('insufficient_permission', `A client token may not set ${contradicted.join(', ')}.`)
}

const storedMethod = async (
  { db }: Write,
  { customer, session }: ResolvedSession,
  { payment_method: named }: PaymentBody,
): Promise<StoredMethod> => {
  if (named === undefined || !('id' in named)) {
    throw new Problem(
      'payment_method_required',
      'payment_method is required: a sealed card or the id of a stored method.',
    )
  }
  if (session.members.options?.payment_methods_mode === 'new_only') {
    throw new Problem(
      'payment_method_required',
      'This client session takes new payment methods only (options.payment_methods_mode), got the id of a saved one.',
    )
  }
  const row =
    customer && isBuyerNamed(session.members)
      ? await db
          .selectFrom('paymentMethods')
          .selectAll()
          .where('id', '=', named.id)
          .where('customerId', '=', customer.id)
          .where('detachedAt', 'is', null)
          .executeTakeFirst()
      : undefined
  if (row === undefined) throw new Problem('not_found', `There is no payment method ${named.id} of this customer.`)
  return { kind: 'stored', row }
}

/** Records that a sealed card or token was used. Each is accepted once, whatever the payment's outcome, so a copy is worthless. */
const useOnce = (work: Write, { use }: TypedMethod): void =>
  work.insert('usedCardTokens', use, (error) =>
    isUniqueViolation(error, 'used_card_tokens_pkey')
      ? new Problem(
          'card_token_invalid',
          'This card was used before; the card frame makes a new sealed card or token for every try.',
        )
      : error,
  )

/** Creates the customer of a session that names none, and stores the id in the session for the next try. */
const customerOf = (work: Write, session: ClientSessionRow): CustomerRow => {
  const { customer, options } = session.members
  const created = insertCustomer(work, { ...customer, locale: options?.locale })
  work.update('clientSessions', { id: session.id }, { customerId: created.id })
  return created
}
