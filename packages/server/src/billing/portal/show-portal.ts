import { type Portal, Problem, taxIdTypes } from '@billing-checkout/contract'
import { formatMoney, knownCountry, type PlanTerms, quantityOf, required, unitPrice } from '@billing-checkout/domain'
import {
  endOfSubscription,
  planIntervalOf,
  nextChargeDate,
} from '../../presenters/subscriptions/end-of-subscription.ts'
import type { CallerContext, PortalPrincipal } from '../../organization/caller-context.ts'
import { isOriginAllowed } from '../../organization/is-origin-allowed.ts'
import type { Organization } from '../../organization/organization.ts'
import { effectiveSettings } from '../../organization/effective-settings.ts'
import { presentMerchant } from '../../presenters/organization/present-merchant.ts'
import { formatDate } from '../../presenters/languages/format-date.ts'
import { formatUnits } from '../../presenters/languages/format-units.ts'
import { firstLocale } from '../../presenters/languages/first-locale.ts'
import { presentPaymentMethod, presentSavedMethod } from '../../presenters/customers/present-payment-method.ts'
import { presentDiscountInPortal } from '../../presenters/plans/present-discount.ts'
import { presentReceiptDisplay } from '../../presenters/sessions/present-quote.ts'
import { loadCustomer } from '../../store/entities/customers.ts'
import { findOpenPortalSession } from '../../store/entities/portal-sessions.ts'
import { inOrganization } from '../../store/in-organization.ts'
import type { PaymentMethodRow, PlanRow, SubscriptionRow } from '../../store/rows.ts'
import { readBillingClock } from '../../store/writes/billing-clock.ts'
import type { Billing } from '../billing.ts'
import { withdrawalUrl } from '../links/our-pages.ts'
import { chargeAtOf } from '../emails/charge-at-of.ts'
import { unsavedSession } from '../charge-input/unsaved-session.ts'
import { termsOfSale } from '../quotes/terms-of-sale.ts'
import { type QuoteContext, resolveSession } from '../quotes/resolve-session.ts'
import { loadPortalPayments } from './portal-payments.ts'
import {
  canChangeBeforeEnd,
  canUndoScheduledChange,
  statusesChangeableInPortal,
  loadPortalPlans,
  plansOfferedFrom,
  quantitiesOffered,
} from './portal-plans.ts'
import { issuePortalToken } from './open-portal-session.ts'

const subscriptionsMax = 50

/** Everything that the portal shows its customer. Future charges are quoted as in the checkout. */
export const showPortal = async (billing: Billing, call: CallerContext, wish: string | undefined): Promise<Portal> => {
  const { organization } = call
  const principal = call.principal as PortalPrincipal
  const db = inOrganization(billing.database, organization.id)
  const [session, customer, subscriptions, methods, now] = await Promise.all([
    findOpenPortalSession(db, principal.sessionId, billing.wallClock()),
    loadCustomer(db, principal.customerId),
    db
      .selectFrom('subscriptions')
      .selectAll()
      .where('customerId', '=', principal.customerId)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(subscriptionsMax)
      .execute(),
    db
      .selectFrom('paymentMethods')
      .selectAll()
      .where('customerId', '=', principal.customerId)
      .where('detachedAt', 'is', null)
      .orderBy('createdAt')
      .orderBy('id')
      .execute(),
    readBillingClock(db),
  ])
  // The session has ended since the token was checked.
  if (session === undefined) throw new Problem('expired_credentials', 'This portal session has ended.')
  const {
    email,
    fullName,
    address,
    taxIds,
    locale: ownLocale,
    id,
  } = required(customer, 'customer', principal.customerId)
  const locale = firstLocale([session.locale, wish, ownLocale])
  const features = effectiveSettings(organization.settings).portal_features
  const planIds = [...new Set(subscriptions.flatMap(planIdsOf))]
  const [plans, alternatives] = await Promise.all([
    loadPlans(db, planIds),
    loadPortalPlans(db, features.includes('change_plan') ? planIds : []),
  ])
  const context = { billing, db, organization, now, locale, methods, plans, alternatives }
  return {
    session: { id: session.id, expires_at: session.expiresAt },
    client_token: await issuePortalToken(billing, session, principal.ownOrigin !== null),
    customer: { id, full_name: fullName, email, locale: ownLocale, address, tax_ids: [...taxIds] },
    merchant: presentMerchant(organization),
    features: [...features],
    subscriptions: await Promise.all(subscriptions.map((each) => presentSubscription(context, each))),
    payment_methods: methods.map(presentPaymentMethod).map(presentSavedMethod),
    payments: features.includes('payments') ? await loadPortalPayments(db, id, locale) : [],
    tax_id_types: [...taxIdTypes],
    withdrawal_url: firstWithdrawalUrl(billing, organization, [
      ...subscriptions.map(({ countryOfSale }) => knownCountry(countryOfSale)),
      address?.country ?? null,
    ]),
    return_url: returnUrlOf(billing, organization, session.returnUrl),
    locale,
    mode: billing.mode,
    frame_origin: billing.frameOrigin(),
    now,
  }
}

/** The page on which the customer withdraws from a purchase, if the law of one of these countries gives that right. */
const firstWithdrawalUrl = (
  billing: Billing,
  organization: Organization,
  countries: readonly (string | null)[],
): string | null => {
  const urls = countries.map((country) => withdrawalUrl(billing, organization, { country, contract: null }))
  return urls.find((url) => url !== null) ?? null
}

/** The return URL to the merchant's site; null if there is none, or if its origin is no longer allowed. */
const returnUrlOf = ({ mode }: Billing, organization: Organization, url: string | null): string | null =>
  url !== null && isOriginAllowed(organization, mode, new URL(url).origin) ? url : null

interface PortalContext extends QuoteContext {
  readonly locale: string
  readonly methods: readonly PaymentMethodRow[]
  readonly plans: ReadonlyMap<string, PlanRow>
  readonly alternatives: ReadonlyMap<string, readonly PlanRow[]>
}

/** The ids of a subscription's plan and of the plan that it is scheduled to change to. */
const planIdsOf = ({ planId, scheduledPlanId }: SubscriptionRow): readonly string[] =>
  scheduledPlanId === null ? [planId] : [planId, scheduledPlanId]

const loadPlans = async (db: QuoteContext['db'], ids: readonly string[]): Promise<ReadonlyMap<string, PlanRow>> => {
  if (ids.length === 0) return new Map()
  const plans = await db.selectFrom('plans').selectAll().where('id', 'in', ids).execute()
  return new Map(plans.map((plan) => [plan.id, plan]))
}

const presentSubscription = async (
  context: PortalContext,
  subscription: SubscriptionRow,
): Promise<Portal['subscriptions'][number]> => {
  const { locale, methods, plans, alternatives, organization } = context
  const canChange = effectiveSettings(organization.settings).portal_features.includes('change_plan')
  const { id, status, planId, currentPeriodEnd } = subscription
  const plan = required(plans.get(planId), 'plan of subscription', id)
  const method = methods.find((each) => each.id === subscription.paymentMethodId)
  const canChangeTo = (wanted: PlanRow) => canChangeBeforeEnd(subscription, organization, { plan, wanted })
  return {
    id,
    status,
    plan: presentPlan(plan, termsOfSale(plan, { country: null, subscription }), locale),
    scheduled_change: presentScheduled(context, subscription),
    period_end: formatDate(currentPeriodEnd, locale),
    end_date: renewsUntil(context, subscription, plan),
    ...(await chargesOf(context, subscription, plan)),
    method: method === undefined ? null : presentSavedMethod(presentPaymentMethod(method)),
    quantities:
      canChange && statusesChangeableInPortal.has(status) && canChangeTo(plan)
        ? quantitiesOffered(plan, subscription, organization)
        : null,
    alternatives: statusesChangeableInPortal.has(status)
      ? plansOfferedFrom(alternatives, planId, subscription.quantity)
          .filter((other) => canChangeTo(other) && !isScheduled(context, subscription, other))
          .flatMap((other) => presentAlternative(other, subscription, locale))
      : [],
  }
}

/** The end until which a subscription renews; null if no end was requested. */
const renewsUntil = ({ locale, plans }: PortalContext, subscription: SubscriptionRow, plan: PlanRow): string | null => {
  const { scheduledPlanId, requestedEndAt } = subscription
  if (requestedEndAt === null) return null
  const scheduledPlan = scheduledPlanId === null ? undefined : plans.get(scheduledPlanId)
  const end = endOfSubscription(subscription, { plan, scheduledPlan })
  return end && formatDate(end.at, locale)
}

type ShownPlan = Portal['subscriptions'][number]['plan']

const presentPlan = (plan: PlanRow, terms: Priced, locale: string): ShownPlan => {
  const format = (amount: number) => formatMoney({ ...terms.price, amount }, locale).formattedAmount
  const quantity = quantityOf(terms)
  const { unit, count } = planIntervalOf(plan)
  return {
    id: plan.id,
    name: plan.name,
    formatted_amount: format(terms.price.amount),
    formatted_units: quantity === 1 ? null : formatUnits(format(unitPrice(terms)), quantity, locale),
    interval: unit,
    interval_count: count,
  }
}

type Priced = Pick<PlanTerms, 'price' | 'quantity'>

const presentScheduled = (
  { locale, plans, alternatives }: PortalContext,
  subscription: SubscriptionRow,
): Portal['subscriptions'][number]['scheduled_change'] => {
  const { id, scheduledPlanId, scheduledPriceAmount: amount, scheduledQuantity: quantity } = subscription
  if (scheduledPlanId === null || amount === null || quantity === null) return null
  const plan = required(plans.get(scheduledPlanId), 'scheduled plan of subscription', id)
  return {
    plan: presentPlan(
      plan,
      { price: { amount: amount * quantity, currency: subscription.priceCurrency }, quantity },
      locale,
    ),
    date: formatDate(chargeAtOf(subscription), locale),
    can_undo: canUndoScheduledChange(alternatives, subscription),
  }
}

/** Whether choosing `plan` would change nothing, because the subscription is already scheduled to change to it. */
const isScheduled = ({ organization }: PortalContext, { scheduledPlanId }: SubscriptionRow, plan: PlanRow): boolean =>
  plan.id === scheduledPlanId && effectiveSettings(organization.settings).portal_changes === 'at_period_end'

/**
 * Presents another plan of the group. Empty if the plan's price in the subscription's country is in another currency, because the
 * subscription cannot change to such a plan.
 */
const presentAlternative = (
  plan: PlanRow,
  subscription: SubscriptionRow,
  locale: string,
): Portal['subscriptions'][number]['alternatives'] => {
  const terms = termsOfSale(plan, { country: null, subscription })
  return terms.price.currency === subscription.priceCurrency ? [presentPlan(plan, terms, locale)] : []
}

/** The next charge and its discount, as the checkout would show them; null if there is none, or while its tax is unknown. */
const chargesOf = async (
  context: PortalContext,
  subscription: SubscriptionRow,
  plan: PlanRow,
): Promise<Pick<Portal['subscriptions'][number], 'next_charge' | 'discount'>> => {
  const { scheduledPlanId } = subscription
  const scheduledPlan = scheduledPlanId === null ? undefined : context.plans.get(scheduledPlanId)
  const isCharged = nextChargeDate(subscription, { plan, scheduledPlan }) !== null
  if (!statusesChangeableInPortal.has(subscription.status) || !isCharged) return noCharges
  const session = unsavedSession(
    { organizationId: context.organization.id, now: context.now },
    subscription.customerId,
    { subscription: { id: subscription.id } },
  )
  const { quote } = await resolveSession({ ...context, loadedRows: { subscription, currentPlan: plan } }, session)
  if (quote === undefined || !(quote.tax.kind === 'calculated' || quote.tax.kind === 'not_collected')) return noCharges
  const [next = null] = presentReceiptDisplay(quote, context.locale).later_charges
  return { next_charge: next, discount: next && presentDiscountInPortal(quote, context.locale) }
}

const noCharges = { next_charge: null, discount: null }
