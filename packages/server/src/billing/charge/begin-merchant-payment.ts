import { Problem } from '@billing-checkout/contract'
import { required, type Timestamp } from '@billing-checkout/domain'
import type { CallerContext } from '../../organization/caller-context.ts'
import { riskRulesOf } from '../../organization/risk-rules.ts'
import { processorEvenIfPaused } from '../../processors/processors.ts'
import { refuseIssues } from '../../reading/refuse-issues.ts'
import { creditLeftOf, type CreditLeftRow } from '../../store/entities/customer-credits.ts'
import { loadCustomerByExternalId } from '../../store/entities/customers.ts'
import { findPlan } from '../../store/entities/plans.ts'
import { type LockedSubscription, lockSubscription } from '../../store/entities/subscriptions.ts'
import { lookup } from '../../store/queries/lookup.ts'
import { hashIdempotencyKey } from '../../store/requests/request-identity.ts'
import type { ClientSessionRow, CustomerRow, PaymentMethodRow, PlanRow } from '../../store/rows.ts'
import { lockNameSql, lockNames } from '../../store/writes/lock-names.ts'
import type { LoadContext, UnitOfWork, Write } from '../../store/writes/write.ts'
import type { ReferenceBasis } from '../attempts/derive-reference.ts'
import type { OpenedPayment } from '../attempts/open-attempt.ts'
import type { Billing } from '../billing.ts'
import {
  type ChargeDraft,
  type PayableSession,
  type PaymentBody,
  merchantInitiatedFields,
} from '../charge-input/charge-draft.ts'
import { consentOfPayment } from '../charge-input/consent-of-payment.ts'
import { descriptorOf } from '../charge-input/descriptor-of.ts'
import { readExpectedQuote, unsavedSession } from '../charge-input/unsaved-session.ts'
import { refuseDuplicatePurchase } from '../checks/refuse-duplicate-purchase.ts'
import { refuseOtherPrice, refuseOtherTerms } from '../checks/refuse-other-amount.ts'
import { isSecondTrial } from '../checks/refuse-second-trial.ts'
import { isAlwaysFree } from '../checks/needs-method.ts'
import { refuseUnpayableDue } from '../checks/refuse-unpayable-due.ts'
import { refuseUnknownTax } from '../checks/refuse-unknown-tax.ts'
import { isExpired, orderMethods } from '../customers/order-methods.ts'
import { refuseDiscount } from '../discounts/discount-of-sale.ts'
import { lockName } from '../lock-names-of.ts'
import { mergeMetadata } from '../merge-patch.ts'
import { refuseUnchargeableAmount } from '../quotes/refuse-unchargeable-amount.ts'
import { type ResolvedSession, resolveLockedSession } from '../quotes/resolve-session.ts'
import { subscriptionStatusAt } from '../quotes/subscription-status-at.ts'
import { openFreePayment, openPayment, reserveIdempotencyKey } from './open-payment.ts'

/** The rows that a merchant's charge names, read while the customer and the subscription are locked. */
export interface ChargeRows {
  readonly customer: CustomerRow
  readonly subscription: LockedSubscription | undefined
  readonly methods: readonly PaymentMethodRow[]
  /** The plan, if it has been looked up. */
  readonly plan?: PlanRow | undefined
  /** The id of the customer's unfinished payment for the charge's plan, if it has been looked up; null if there is none. */
  readonly unfinished?: string | null
  /** The customer's remaining credit, if it has been looked up. */
  readonly credit?: readonly CreditLeftRow[]
}

/** A unit of work that records a merchant's charge. */
export const merchantPaymentUnit = (
  billing: Billing,
  call: CallerContext,
  body: PaymentBody,
): UnitOfWork<OpenedPayment, ChargeRows> => ({
  ...chargeRowsOf(body),
  run: async (work, rows) =>
    reserveIdempotencyKey(work, call, await openMerchantPayment(billing, work, call, body, rows)),
})

/**
 * Returns the part of a unit of work that locks and loads a charge's rows. If the request names a customer and a plan by id, and neither a
 * subscription nor a discount, one round trip suffices.
 */
const chargeRowsOf = (body: PaymentBody): Omit<UnitOfWork<unknown, ChargeRows>, 'run'> => {
  const { customer, plan, subscription, discount } = body
  const id = customer?.id
  // A discount's row is locked immediately, so a charge with a discount cannot share its transaction.
  if (id === undefined || plan === undefined || subscription !== undefined || discount !== undefined) {
    return { load: (context) => lockChargeRows(context, body) }
  }
  return {
    locks: [lockName.customer(id)],
    exclusiveNames: [lockName.customer(id)],
    load: async (context) => {
      const { find } = context
      const [[named], sold, methods, [unfinished], credit] = await Promise.all([
        find(withEmailLocked, [id]),
        findPlan(context, plan.id),
        find(methodsOfCustomer, [id]),
        find(unfinishedOfPlan, [id, plan.id]),
        find(creditLeftOf, [id]),
      ])
      return {
        customer: customerOf(named, body),
        subscription: undefined,
        methods,
        plan: sold,
        unfinished: unfinished?.id ?? null,
        credit,
      }
    },
  }
}

/**
 * Loads a customer whose id is already locked, and takes the advisory lock on the customer's e-mail address, as {@link lockNames} would.
 */
const withEmailLocked = lookup('customers', ['id'], { perform: lockNameSql('email', 'folded_email') })

const unfinishedOfPlan = lookup('payments', ['customerId', 'planId'], {
  where: `found.payment_status = 'PENDING'`,
})

/**
 * Checks and records a merchant's charge of a stored method. The charge is quoted like a checkout with the same customer, plan and
 * subscription, so both cost the same.
 */
export const openMerchantPayment = async (
  billing: Billing,
  work: Write,
  call: CallerContext,
  body: PaymentBody,
  { customer, subscription, methods, plan, unfinished, credit }: ChargeRows,
): Promise<OpenedPayment> => {
  if (subscription !== undefined) refuseOtherStatus(subscription, body, work.now)
  const expected = readExpectedQuote(body.expected?.quote, work.now)
  const session = unsavedSession(work, customer.id, body, expected.quote)
  const context = { billing, db: work.db, organization: call.organization, now: work.now }
  const quote = async (quoted: ClientSessionRow) =>
    requireChargeable(
      await resolveLockedSession({ ...context, loadedRows: { customer, plan, credit } }, quoted, subscription),
    )
  const requested = await quote(session)
  await refuseDuplicatePurchase(work, call.organization, { view: requested, email: null, unfinished })
  if (body.payment_method === undefined && isAlwaysFree(requested)) {
    refuseOtherPrice(body.expected, requested.quote)
    refuseOtherTerms(expected.hash, requested.quote)
    return openFreePayment(billing, work, draftMerchantCharge(call, body, { view: requested, customer }))
  }
  const method = { kind: 'stored', row: await chooseMethod(work, methods, requested, body) } as const
  const view = (await isSecondTrial(work, requested, method))
    ? await quote({ ...session, trialRefused: true })
    : requested
  refuseUnknownTax(call.organization, view.quote.tax)
  refuseOtherPrice(body.expected, view.quote)
  refuseOtherTerms(expected.hash, view.quote)
  refuseUnpayableDue(billing, call.organization, view)
  refuseUnchargeableAmount(processorEvenIfPaused(billing.processors, method.row.connection), view.quote.draft.dueNow)

  return openPayment(billing, work, { ...draftMerchantCharge(call, body, { view, customer }), method })
}

/** Throws if the status of the locked subscription differs from the one that the request expects. */
const refuseOtherStatus = (subscription: LockedSubscription, body: PaymentBody, now: Timestamp): void => {
  const expected = body.subscription?.status
  const status = subscriptionStatusAt(subscription, now)
  if (expected === undefined || expected === status) return
  const message = `Subscription ${subscription.id} is ${status}, and the request expected ${expected}. Nothing was charged.`
  throw new Problem('subscription_not_changeable', message)
}

/** A merchant's charge, before its method is chosen. */
export const draftMerchantCharge = (
  call: CallerContext,
  body: Pick<PaymentBody, 'metadata' | 'consent'>,
  { view, customer }: Pick<ChargeDraft, 'customer'> & { readonly view: PayableSession },
): Omit<ChargeDraft, 'method'> => ({
  ...merchantInitiatedFields,
  quotedSale: view,
  claimId: null,
  reference: referenceOf(call),
  idempotency: call.idempotency,
  customer,
  rules: riskRulesOf(call.organization.settings.rules),
  metadata: mergeMetadata({}, body.metadata, 'body.metadata'),
  statementDescriptor: descriptorOf(call.organization, null),
  consent: consentOfPayment(body, view, call),
})

/**
 * What the processor's reference is derived from: the idempotency key, so that all retries of a request make the same charge. Null without
 * a key.
 */
const referenceOf = ({ organization, idempotency }: CallerContext): ReferenceBasis | null =>
  idempotency && ['merchant', hashIdempotencyKey(organization.id, idempotency), idempotency.operation]

/**
 * Locks the customer and the subscription, and loads them and the stored methods. The e-mail address is read again under the customer's
 * lock, because it may have changed since the customer was looked up by external_id.
 */
export const lockChargeRows = async (context: LoadContext, body: PaymentBody): Promise<ChargeRows> => {
  refuseNameless(body)
  const id = await customerIdOf(context, body)
  const subscribed = body.subscription?.id
  const [, [customer], , subscription, methods] = await Promise.all([
    lockNames(context, [lockName.customer(id)]),
    context.find(withEmailLocked, [id]),
    subscribed === undefined ? undefined : lockNames(context, [lockName.subscription(subscribed)]),
    subscribed === undefined ? undefined : lockSubscription(context, subscribed),
    context.find(methodsOfCustomer, [id]),
  ])
  return { customer: customerOf(customer, body), subscription, methods }
}

const customerIdOf = async ({ db }: LoadContext, body: PaymentBody): Promise<string> => {
  const { id, external_id: externalId } = body.customer ?? {}
  return (
    id ?? customerOf(await loadCustomerByExternalId(db, required(externalId, 'external_id of the customer')), body).id
  )
}

const customerOf = (customer: CustomerRow | undefined, body: PaymentBody): CustomerRow => {
  if (customer === undefined) {
    throw new Problem('not_found', `There is no customer ${body.customer?.id ?? body.customer?.external_id}.`)
  }
  const externalId = body.customer?.external_id
  if (externalId !== undefined && customer.externalId !== externalId) {
    throw new Problem('not_found', `Customer ${customer.id} has another external_id than ${externalId}.`)
  }
  return customer
}

const refuseNameless = ({ customer, plan, subscription }: PaymentBody): void => {
  const missing = [
    customer?.id === undefined && customer?.external_id === undefined && 'body.customer.id',
    plan === undefined && subscription === undefined && 'body.plan.id',
  ].filter((path) => path !== false)
  refuseIssues(missing.map((path) => ({ path, code: 'required', message: `${path} is required with an API key.` })))
}

/** The view of a merchant's charge, with plan, terms and quote. Throws if the plan cannot be sold to this customer. */
export const requireChargeable = (view: ResolvedSession<LockedSubscription>): PayableSession => {
  const { purpose, plan, terms, quote, subscription } = view
  if (purpose === null || !plan || !terms || !quote) throw new TypeError('A merchant names a customer and a plan.')
  refuseDiscount(view)
  if (plan.archivedAt !== null && plan.id !== subscription?.planId) {
    throw new Problem('plan_archived', `Plan ${plan.id} was archived at ${plan.archivedAt}.`)
  }
  if (subscription !== undefined && purpose !== 'change_plan' && purpose !== 'recover') {
    throw new Problem(
      'already_subscribed',
      `Subscription ${subscription.id} (${subscription.status}) is already on plan ${plan.id}.`,
    )
  }
  return { ...view, purpose, plan, terms, quote }
}

/** The customer's attached methods, latest first. */
const methodsOfCustomer = lookup('paymentMethods', ['customerId'], {
  where: 'found.detached_at is null',
  orderBy: 'found.created_at desc, found.id desc',
})

/**
 * Chooses the method that the request names, else the subscription's, else the one that the customer used last. An expired method is chosen
 * only if the request names it or all methods of the customer have expired.
 */
const chooseMethod = async (
  { db, now }: Write,
  methods: readonly PaymentMethodRow[],
  { subscription, customer }: ResolvedSession,
  body: PaymentBody,
): Promise<PaymentMethodRow> => {
  const named = body.payment_method && 'id' in body.payment_method ? body.payment_method.id : undefined
  if (named !== undefined) {
    const found = methods.find((row) => row.id === named)
    if (found === undefined) throw new Problem('not_found', `There is no payment method ${named} of this customer.`)
    return found
  }
  const paying = methods.find((row) => row.id === subscription?.paymentMethodId)
  if (paying !== undefined && !isExpired(paying, now)) return paying
  const [charged] = await orderMethods(db, methods, now)
  if (charged === undefined) {
    throw new Problem('payment_method_required', `Customer ${customer?.id} has no stored payment method.`)
  }
  return charged
}
