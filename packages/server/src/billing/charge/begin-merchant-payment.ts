import { type ProblemDetail, Problem } from '@billing-checkout/contract'
import type { CallerContext } from '../../organization/caller-context.ts'
import { hashKey } from '../../organization/hash-key.ts'
import { riskRulesOf } from '../../organization/risk-rules.ts'
import { loadCustomer, loadCustomerByExternalId } from '../../store/customers.ts'
import { lookup } from '../../store/lookup.ts'
import { findPlan } from '../../store/plans.ts'
import type { ClientSessionRow, CustomerRow, PaymentMethodRow, PlanRow } from '../../store/rows.ts'
import { lockSubscription, type LockedSubscription } from '../../store/subscriptions.ts'
import { type WriteOptions, type LoadContext, lockNames, type Write } from '../../store/write.ts'
import type { Billing } from '../billing.ts'
import { lockNamesOfCustomer } from '../lock-names-of.ts'
import type { PaymentBody } from '../charge-input/payment-body.ts'
import { consentOfPayment } from '../charge-input/consent-of-payment.ts'
import type { ReferenceBasis } from '../attempts/derive-reference.ts'
import { descriptorOf } from '../charge-input/descriptor-of.ts'
import { mergeMetadata } from '../merge-patch.ts'
import type { OpenedPayment } from '../attempts/open-attempt.ts'
import { openPayment } from './open-payment.ts'
import { refuseUnpayableDue } from '../checks/refuse-unpayable-due.ts'
import { refuseDouble } from '../checks/refuse-double.ts'
import { expectedQuote } from '../charge-input/previewed-quote.ts'
import { refuseOtherPrice, refuseOtherTerms } from '../checks/refuse-other-amount.ts'
import { isSecondTrial } from '../checks/refuse-second-trial.ts'
import { refuseUntaxed } from '../checks/refuse-untaxed.ts'
import { answerKeys, reserveKey } from '../save-idempotent-response.ts'
import type { PayableSession, ChargeDraft } from '../charge-input/charge-draft.ts'
import { type ResolvedSession, resolveLockedSession } from '../quotes/resolve-session.ts'
import { unsavedSession } from '../charge-input/unsaved-session.ts'

/** The rows that a charge names, loaded under their locks. */
export interface NamedInCharge {
  readonly customer: CustomerRow | undefined
  readonly plan: PlanRow | undefined
  readonly methods: readonly PaymentMethodRow[]
  readonly unfinished: string | null
}

/**
 * How the transaction of a charge begins that names a customer and a plan by id: all its locks and rows are asked for in one
 * round trip.
 */
export const beginningOfCharge = ({
  customer,
  plan,
  subscription,
}: PaymentBody): WriteOptions<NamedInCharge | undefined> => {
  const id = customer?.id
  if (id === undefined || plan === undefined || subscription !== undefined) return {}
  return {
    locks: [`customer:${id}`],
    exclusiveNames: [`customer:${id}`],
    load: async (context) => {
      const { find } = context
      const [[named], sold, methods, [unfinished]] = await Promise.all([
        find(withEmailLocked, [id]),
        findPlan(context, plan.id),
        loadMethods(context, id),
        find(unfinishedOfPlan, [id, plan.id]),
      ])
      return { customer: named, plan: sold, methods, unfinished: unfinished?.id ?? null }
    },
  }
}

/** Loads a customer whose id is locked already, and locks their e-mail address as {@link lockNames} would if it were known. */
const withEmailLocked = lookup('customers', ['id'], {
  perform: `pg_advisory_xact_lock(hashtextextended(found.organization_id || '/email:' || found.normalized_email, 2))`,
})

const unfinishedOfPlan = lookup('payments', ['customerId', 'planId'], {
  where: `found.payment_status = 'PENDING'`,
})

/** Begins a merchant's charge that is answered with its payment. `named` holds the rows that its transaction began with, if any. */
export const beginMerchantPayment = async (
  billing: Billing,
  work: Write,
  call: CallerContext,
  body: PaymentBody,
  named?: NamedInCharge,
): Promise<OpenedPayment> => {
  const opened = await openMerchantPayment(billing, work, call, body, named)
  reserveKey(work, call, opened.paymentId)
  if ('blocked' in opened) answerKeys(work, opened.paymentId, opened.blocked)
  return opened
}

/**
 * Checks a merchant's charge of a customer's stored method and records it. It is quoted like a checkout that names the same
 * customer, plan and subscription, so both cost the same.
 */
export const openMerchantPayment = async (
  billing: Billing,
  work: Write,
  call: CallerContext,
  body: PaymentBody,
  named?: NamedInCharge,
): Promise<OpenedPayment> => {
  const { customer, subscription, ...known } = await lockNamed(work, body, named)
  const expected = expectedQuote(body.expected?.quote, work.now)
  const session = unsavedSession(work, customer.id, body, expected.quote)
  const context = { taxContext: billing, db: work.db, organization: call.organization, now: work.now }
  const quote = async (asked: ClientSessionRow) =>
    chargeable(await resolveLockedSession({ ...context, known: { customer, ...known } }, asked, subscription))
  const asked = await quote(session)
  await refuseDouble(work, call.organization, { view: asked, email: null, ...known })
  const methods = known.methods ?? (await loadMethods(work, customer.id))
  const method = { kind: 'stored', row: chooseMethod(methods, asked, body) } as const
  const view = (await isSecondTrial(work, asked, method)) ? await quote({ ...session, trialRefused: true }) : asked
  refuseUntaxed(call.organization, view.quote.tax)
  refuseOtherPrice(body.expected, view.quote)
  refuseOtherTerms(expected.hash, view.quote)
  refuseUnpayableDue(billing, view)

  const sale: ChargeDraft = {
    view,
    claimId: null,
    reference: referenceOf(call),
    asked: call.idempotency,
    customer,
    sessionId: null,
    type: 'MIT',
    method,
    rules: riskRulesOf(call.organization.settings.rules),
    authentication: 'none',
    store: false,
    metadata: mergeMetadata({}, body.metadata, 'body.metadata'),
    statementDescriptor: descriptorOf(call.organization, null),
    consent: consentOfPayment(body, view.quote, call),
    // A decline of a merchant's own charge is no sign of somebody trying out stolen cards.
    address: null,
  }
  return openPayment(billing, work, sale)
}

/** A request with an idempotency key is the same charge however often and however late it is sent. */
const referenceOf = ({ organization, idempotency }: CallerContext): ReferenceBasis | null =>
  idempotency && ['merchant', hashKey(organization.id, idempotency), idempotency.operation]

interface LockedInCharge extends Partial<NamedInCharge> {
  readonly customer: CustomerRow
  readonly subscription: LockedSubscription | undefined
}

/** The customer of a charge and everything else that it names, locked. */
const lockNamed = async (work: Write, body: PaymentBody, named: NamedInCharge | undefined): Promise<LockedInCharge> => {
  refuseNameless(body)
  const customer = named === undefined ? await loadNamedCustomer(work, body) : named.customer
  if (customer === undefined) {
    throw new Problem('not_found', `There is no customer ${body.customer?.id ?? body.customer?.external_id}.`)
  }
  const externalId = body.customer?.external_id
  if (externalId !== undefined && customer.externalId !== externalId) {
    throw new Problem('not_found', `Customer ${customer.id} has another external_id than ${externalId}.`)
  }
  if (named !== undefined) return { ...named, customer, subscription: undefined }
  const subscribed = body.subscription?.id
  const [, subscription] = await Promise.all([
    lockNames(work, [
      ...lockNamesOfCustomer(customer),
      ...(subscribed === undefined ? [] : [`subscription:${subscribed}`]),
    ]),
    subscribed === undefined ? undefined : lockSubscription(work, subscribed),
  ])
  return { customer, subscription }
}

const refuseNameless = ({ customer, plan, subscription }: PaymentBody): void => {
  const issues = [
    ...(customer?.id === undefined && customer?.external_id === undefined ? [requiredMember('body.customer.id')] : []),
    ...(plan === undefined && subscription === undefined ? [requiredMember('body.plan.id')] : []),
  ]
  if (issues.length > 0) throw new Problem('invalid_parameter', issues[0]!.message, { details: issues })
}

const loadNamedCustomer = ({ db }: Write, { customer }: PaymentBody): Promise<CustomerRow | undefined> =>
  customer?.id === undefined ? loadCustomerByExternalId(db, customer!.external_id!) : loadCustomer(db, customer.id)

const requiredMember = (path: string): ProblemDetail => ({
  path,
  code: 'required',
  message: `${path} is required with an API key.`,
})

const chargeable = (view: ResolvedSession<LockedSubscription>): PayableSession => {
  const { purpose, plan, terms, quote, subscription } = view
  if (purpose === null || !plan || !terms || !quote) throw new TypeError('A merchant names a customer and a plan.')
  if (plan.archivedAt !== null && plan.id !== subscription?.planId) {
    throw new Problem('plan_archived', `Plan ${plan.id} was archived at ${plan.archivedAt}.`)
  }
  if (subscription !== undefined && purpose !== 'change_plan' && purpose !== 'recover') {
    throw new Problem(
      'already_subscribed',
      `Subscription ${subscription.id} (${subscription.status}) is on plan ${plan.id} already.`,
    )
  }
  return { ...view, purpose, plan, terms, quote }
}

/** The methods that a customer can be charged by, latest first. */
const loadMethods = ({ find }: LoadContext, customerId: string): Promise<readonly PaymentMethodRow[]> =>
  find(methodsOfCustomer, [customerId])

const methodsOfCustomer = lookup('paymentMethods', ['customerId'], {
  where: 'found.detached_at is null',
  orderBy: 'found.created_at desc, found.id desc',
})

/** The named method, else the one that pays the subscription, else the customer's latest. */
const chooseMethod = (
  methods: readonly PaymentMethodRow[],
  { subscription, customer }: ResolvedSession,
  body: PaymentBody,
): PaymentMethodRow => {
  const named = body.payment_method && 'id' in body.payment_method ? body.payment_method.id : undefined
  if (named !== undefined) {
    const found = methods.find((row) => row.id === named)
    if (found === undefined) throw new Problem('not_found', `There is no payment method ${named} of this customer.`)
    return found
  }
  const charged = methods.find((row) => row.id === subscription?.paymentMethodId) ?? methods[0]
  if (charged === undefined) {
    throw new Problem('payment_method_required', `Customer ${customer?.id} has no stored payment method.`)
  }
  return charged
}
