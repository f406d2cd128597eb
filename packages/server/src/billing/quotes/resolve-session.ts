import { type CheckoutPurpose, type CountryCode, Problem, type SessionMembers } from '@billing-checkout/contract'
import {
  isUnusedTimeCredited,
  type DiscountTerms,
  hashQuote,
  type LaterCharge,
  laterCharges,
  type PlanTerms,
  derivePurpose,
  quoteCheckout,
  quotedDiscount,
  type QuotedDiscount,
  type QuoteDraft,
  type TaxRule,
  type Timestamp,
} from '@billing-checkout/domain'
import { invalidValue } from '../../reading/refuse-issues.ts'
import { chargeLimitsOfRoutes } from '../../connections/charge-limits.ts'
import type { Organization } from '../../organization/organization.ts'
import { loadEndAfterRenewals } from '../../presenters/subscriptions/end-of-subscription.ts'
import type { CreditLeftRow } from '../../store/entities/customer-credits.ts'
import { type CustomerLoaders, unlockedCustomers } from '../../store/entities/customers.ts'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import { loadPlan } from '../../store/entities/plans.ts'
import type { ClientSessionRow, CustomerRow, PlanRow, SubscriptionRow } from '../../store/rows.ts'
import { loadSubscription, type LockedSubscription } from '../../store/entities/subscriptions.ts'
import type { TaxDecision } from '../../store/schema/tax-decision.ts'
import type { DiscountRefusal } from '../discounts/invalid-discount.ts'
import { resolveDiscountedTerms } from '../discounts/discount-of-sale.ts'
import { decideTax, ruleOf, type TaxContext } from '../tax/decide-tax.ts'
import { taxPlaceOfSession } from '../tax/tax-address.ts'
import { buyerIdOf } from '../customers/buyer-of-session.ts'
import { hashQuoteInputs, isQuoteValid } from './quote-basis.ts'
import { loadQuotedSubscription } from './quoted-subscription.ts'
import { refuseOtherCurrency, type PricedSale, termsOfSale } from './terms-of-sale.ts'
import { scheduledTerms } from './freeze-renewal-quote.ts'
import { loadQuotedCredit } from './quoted-credit.ts'
import type { RatedBilling } from './refuse-unchargeable-amount.ts'
import { subscriptionStatusAt } from './subscription-status-at.ts'
import { emailOfBuyer, hadTrial } from './trial-history.ts'

/** A session, everything to which it refers, and its quote. */
export interface ResolvedSession<Subscription extends SubscriptionRow = SubscriptionRow> {
  readonly session: ClientSessionRow
  readonly customer: CustomerRow | undefined
  readonly plan: PlanRow | undefined
  readonly subscription: Subscription | undefined
  readonly country: CountryCode | null
  readonly purpose: CheckoutPurpose | null
  readonly missing: readonly string[]
  readonly terms: PlanTerms | undefined
  /** Why the discount that the session names is not redeemed; null if it is redeemed or none is named. */
  readonly discountRefusal: DiscountRefusal | null
  readonly quote: SessionQuote | undefined
}

/** A session's quote: the draft, and the hash by which a payment names this quote. */
export interface SessionQuote {
  readonly draft: QuoteDraft
  /** The later charges that the page shows to the shopper. */
  readonly later: readonly LaterCharge[]
  readonly hash: string
  readonly withTrial: boolean
  readonly tax: TaxDecision
  /** The tax rule under which the quoted subscription's money is counted. */
  readonly paidTax: TaxRule | null
  /** Whether the draft gives credit for the unused time of the running period. */
  readonly creditsUnusedTime: boolean
  readonly discount: QuotedDiscount | null
  /** The quoted subscription's discount in its running period, if it applies to the quoted plan; else null. */
  readonly periodDiscount: DiscountTerms | null
}

/**
 * What resolving a session needs: organization, database, the sources of tax and limits, the billing clock's time, and rows that are
 * already loaded.
 */
export interface QuoteContext {
  /** Rows that were already looked up; null if the look-up found none. */
  readonly loadedRows?: {
    readonly customer?: CustomerRow | null | undefined
    readonly plan?: PlanRow | undefined
    readonly subscription?: SubscriptionRow | undefined
    /** The customer's remaining credit. */
    readonly credit?: readonly CreditLeftRow[] | undefined
    /** The subscription's current plan. */
    readonly currentPlan?: Pick<PlanRow, 'id' | 'name'> | undefined
  }
  /** How customers are loaded; by default without a lock. */
  readonly customers?: CustomerLoaders
  readonly billing: TaxContext & RatedBilling
  readonly db: OrganizationDatabase
  readonly organization: Organization
  readonly now: Timestamp
}

/**
 * Loads what a session refers to, and quotes it for a page. It locks nothing, so its quote must not be charged. Throws `not_found` if the
 * session refers to something that does not exist.
 */
export const resolveSession = async (context: QuoteContext, session: ClientSessionRow): Promise<ResolvedSession> => {
  const { db, loadedRows } = context
  const subscription = await loadReferred(
    session.members.subscription?.id,
    'subscription',
    (id) => ifLoaded(id, loadedRows?.subscription) ?? loadSubscription(db, id),
  )
  return resolveWith(context, session, subscription)
}

/** Quotes a session in order to charge it. The caller's transaction has locked the session's subscription, if any. */
export const resolveLockedSession = async (
  context: QuoteContext,
  session: ClientSessionRow,
  subscription: LockedSubscription | undefined,
): Promise<ResolvedSession<LockedSubscription>> => {
  const id = session.members.subscription?.id ?? undefined
  if (id !== undefined && subscription === undefined) throw unknownReference('subscription', id)
  if (id !== subscription?.id) throw new TypeError(`The session names subscription ${id}, not ${subscription?.id}.`)
  if (subscription !== undefined) await refuseAfterEnd(context, subscription)
  return resolveWith(context, session, subscription)
}

/** Throws `payment_in_progress` if the end that the consumer requested has passed and no worker has ended the subscription yet. */
const refuseAfterEnd = async ({ db, now }: QuoteContext, subscription: SubscriptionRow): Promise<void> => {
  const endsAt = await loadEndAfterRenewals(db, subscription)
  if (endsAt === null || endsAt > now) return
  throw new Problem('payment_in_progress', `Subscription ${subscription.id} is about to end, because it was cancelled.`)
}

const resolveWith = async <Subscription extends SubscriptionRow>(
  context: QuoteContext,
  session: ClientSessionRow,
  subscription: Subscription | undefined,
): Promise<ResolvedSession<Subscription>> => {
  const { db } = context
  const { members } = session
  const [customer, plan] = await Promise.all([
    customerOfSession(context, session, subscription),
    loadReferred(
      members.plan?.id ?? subscription?.planId,
      'plan',
      (id) => ifLoaded(id, context.loadedRows?.plan) ?? loadPlan(db, id),
    ),
  ])
  refuseContradictions(members, customer, plan, subscription)

  const country = members.customer?.address?.country ?? (customer?.address?.country as CountryCode | null) ?? null
  const { purpose, ...rest } = derivePurpose({
    hasCustomer: customer !== undefined || Boolean(members.customer?.external_id ?? members.customer?.email),
    plan: plan ?? null,
    quantity: members.plan?.quantity,
    subscription: subscription ? { ...subscription, status: subscriptionStatusAt(subscription, context.now) } : null,
  })
  const priced = plan && sessionTerms(plan, { country, subscription, quantity: members.plan?.quantity })
  const sold =
    plan && priced && (await resolveDiscountedTerms(context, { session, customer, plan, subscription, terms: priced }))
  const terms = sold?.terms
  const discountRefusal = sold?.refusal ?? null
  const view = { session, customer, plan, subscription, country, purpose, terms, discountRefusal }
  return {
    ...view,
    missing: 'missing' in rest ? rest.missing : [],
    quote: plan && terms && (await quoteSession(context, { ...view, plan, terms })),
  }
}

const ifLoaded = <Row extends { readonly id: string }>(id: string, loaded: Row | null | undefined): Row | undefined =>
  loaded?.id === id ? loaded : undefined

const loadReferred = async <Row>(
  id: string | null | undefined,
  noun: string,
  load: (id: string) => Row | Promise<Row | undefined>,
): Promise<Row | undefined> => {
  if (id === null || id === undefined) return undefined
  const row = await load(id)
  if (row === undefined) throw unknownReference(noun, id)
  return row
}

const unknownReference = (noun: string, id: string): Problem => new Problem('not_found', `There is no ${noun} ${id}.`)

const customerOfSession = async (
  { db, loadedRows, customers = unlockedCustomers }: QuoteContext,
  session: ClientSessionRow,
  subscription: SubscriptionRow | undefined,
): Promise<CustomerRow | undefined> => {
  const named = session.members.customer
  if (named?.external_id) {
    if (loadedRows?.customer === null) return undefined
    if (loadedRows?.customer?.externalId === named.external_id) return loadedRows.customer
    return customers.byExternalId(db, named.external_id)
  }
  return loadReferred(
    buyerIdOf(session, subscription),
    'customer',
    (id) => ifLoaded(id, loadedRows?.customer) ?? customers.byId(db, id),
  )
}

const refuseContradictions = (
  members: SessionMembers,
  customer: CustomerRow | undefined,
  plan: PlanRow | undefined,
  subscription: SubscriptionRow | undefined,
): void => {
  if (subscription === undefined) return
  const namesCustomer = Boolean(members.customer?.id ?? members.customer?.external_id)
  if (namesCustomer && customer?.id !== subscription.customerId) {
    throw new Problem('not_found', `The customer of the session has no subscription ${subscription.id}.`)
  }
  if (plan?.type === 'one-off')
    throw invalidValue(
      'body.plan.id',
      `plan.id must name a recurring plan when subscription.id is given, got the one-off plan ${plan.id}.`,
    )
}

/** The terms of a session. Throws `currency_mismatch` if its subscription is billed in another currency. */
const sessionTerms = (plan: PlanRow, sale: PricedSale): PlanTerms => {
  const terms = termsOfSale(plan, sale)
  if (sale.subscription !== undefined) refuseOtherCurrency(sale.subscription, terms)
  return terms
}

type Quotable = Omit<ResolvedSession, 'missing' | 'quote'> & { readonly terms: PlanTerms; readonly plan: PlanRow }

const quoteSession = async (context: QuoteContext, view: Quotable): Promise<SessionQuote> => {
  const { session, customer, subscription } = view
  const scheduled =
    view.purpose === 'update_method' && subscription ? await scheduledTerms(context.db, subscription) : undefined
  const { terms, plan } = scheduled ?? view
  const purpose = view.purpose ?? (terms.type === 'recurring' ? 'subscribe' : 'pay')
  const withTrial = purpose === 'subscribe' && terms.trial !== null && (await mayHaveTrial(context, view))
  const tax = await decideTax(context.billing, context.organization, {
    collectTax: plan.collectTax,
    place: taxPlaceOfSession(session, customer),
    at: context.now,
  })
  const quoted = subscription ? await loadQuotedSubscription(context, subscription, view.plan) : null
  const request = {
    purpose,
    at: isQuoteValid(session.quote, hashQuoteInputs(view), context.now) ? session.quote.at : context.now,
    startsAt: context.now,
    terms,
    withTrial,
    tax: ruleOf(tax),
    subscription: quoted,
    prorationBillingMode: session.members.subscription?.proration_billing_mode ?? 'prorated_immediately',
    limits: chargeLimitsOfRoutes(context.billing.processors, context.organization, terms.price.currency),
    ...(await loadQuotedCredit(context, view, ruleOf(tax))),
  }
  const draft = quoteCheckout(request)
  const later = laterCharges(request, draft)
  return {
    draft,
    later,
    withTrial,
    tax,
    paidTax: quoted?.paidTax ?? null,
    creditsUnusedTime: isUnusedTimeCredited(request, draft),
    discount: quotedDiscount(request, draft),
    periodDiscount: quoted?.periodDiscount ?? null,
    hash: hashQuote(terms.id, draft, later, terms),
  }
}

const mayHaveTrial = async ({ db }: QuoteContext, view: Quotable): Promise<boolean> => {
  const { session, customer, plan } = view
  if (session.members.options?.trial === 'always') return true
  if (session.trialRefused) return false
  const email = emailOfBuyer(session, customer)
  return !(await hadTrial(db, { customerId: customer?.id ?? null, email, plan }))
}
