import { type ProblemDetail, Problem } from '@billing-checkout/contract'
import type { Call } from '../http/call.ts'
import { riskRulesOf } from '../organization/risk-rules.ts'
import { loadCustomer, loadCustomerByExternalId } from '../store/customers.ts'
import type { CustomerRow, PaymentMethodRow } from '../store/rows.ts'
import { lockNames, type Write } from '../store/write.ts'
import type { Billing } from './billing.ts'
import type { PaymentBody } from './payment-body.ts'
import { descriptorOf } from './descriptor-of.ts'
import { mergeMetadata } from './merge-patch.ts'
import type { OpenedPayment } from './open-attempt.ts'
import { openPayment } from './open-payment.ts'
import { refuseUnpayableDue } from './refuse-unpayable-due.ts'
import { refuseDouble } from './refuse-double.ts'
import { refuseOtherPrice } from './refuse-other-amount.ts'
import { refuseUntaxed } from './refuse-untaxed.ts'
import { answerKeys, claimKey } from './remember-answer.ts'
import type { PayableView, Sale } from './sale.ts'
import { type SessionView, viewSession } from './session-view.ts'
import { unsavedSession } from './unsaved-session.ts'

/**
 * Checks a merchant's charge of a customer's stored method and writes it down. It is quoted like a checkout that names
 * the same customer, plan and subscription, so both cost the same (decisions 8).
 */
export const beginMerchantPayment = async (
  billing: Billing,
  work: Write,
  call: Call,
  body: PaymentBody,
): Promise<OpenedPayment> => {
  const customer = await namedCustomer(work, body)
  await lockNames(work, [
    `customer:${customer.id}`,
    ...(customer.email === null ? [] : [`email:${customer.email.toLowerCase()}`]),
    ...(body.subscription === undefined ? [] : [`subscription:${body.subscription.id}`]),
  ])
  const session = unsavedSession(work, customer.id, body)
  const viewed = await viewSession(
    { office: billing, db: work.db, organization: call.organization, now: work.now },
    session,
  )
  const view = chargeable(viewed)
  await refuseDouble(work, call.organization, { view, email: null })
  refuseUntaxed(call.organization, view.quote.tax)
  refuseOtherPrice(body.expected, view.quote)
  refuseUnpayableDue(billing, view)

  const sale: Sale = {
    view,
    claimId: null,
    customer,
    sessionId: null,
    type: 'MIT',
    method: { kind: 'stored', row: await chargedMethod(work, view, customer, body) },
    rules: riskRulesOf(call.organization.settings.rules),
    authentication: 'none',
    store: false,
    metadata: mergeMetadata({}, body.metadata, 'body.metadata'),
    statementDescriptor: descriptorOf(call.organization, null),
    consent: body.consent ?? null,
    // A merchant's own declines are not somebody trying out cards.
    address: null,
  }
  const opened = await openPayment(billing, work, sale)
  await claimKey(work, call, opened.paymentId)
  if ('blocked' in opened) answerKeys(work, opened.paymentId, opened.blocked)
  return opened
}

const namedCustomer = async ({ db, organizationId }: Write, body: PaymentBody): Promise<CustomerRow> => {
  const { id, external_id: externalId } = body.customer ?? {}
  const faults = [
    ...(id === undefined && externalId === undefined ? [requiredMember('body.customer.id')] : []),
    ...(body.plan === undefined && body.subscription === undefined ? [requiredMember('body.plan.id')] : []),
  ]
  if (faults.length > 0) throw new Problem('invalid_parameter', faults[0]!.message, { details: faults })
  const customer =
    id === undefined
      ? await loadCustomerByExternalId(db, organizationId, externalId!)
      : await loadCustomer(db, organizationId, id)
  if (customer === undefined) throw new Problem('not_found', `There is no customer ${id ?? externalId}.`)
  return customer
}

const requiredMember = (path: string): ProblemDetail => ({
  path,
  code: 'required',
  message: `${path} is required with an API key.`,
})

const chargeable = (view: SessionView): PayableView => {
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

/** The named method, else the one that pays the subscription, else the customer's latest. */
const chargedMethod = async (
  { db, organizationId }: Write,
  { subscription }: SessionView,
  customer: CustomerRow,
  body: PaymentBody,
): Promise<PaymentMethodRow> => {
  const named = body.payment_method && 'id' in body.payment_method ? body.payment_method.id : undefined
  const rows = await db
    .selectFrom('paymentMethods')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', customer.id)
    .where('detachedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  if (named !== undefined) {
    const found = rows.find((row) => row.id === named)
    if (found === undefined) throw new Problem('not_found', `There is no payment method ${named} of this customer.`)
    return found
  }
  const charged = rows.find((row) => row.id === subscription?.paymentMethodId) ?? rows[0]
  if (charged === undefined) {
    throw new Problem('payment_method_required', `Customer ${customer.id} has no stored payment method.`)
  }
  return charged
}
