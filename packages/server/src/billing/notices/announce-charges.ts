import {
  knownCountry,
  type Notice,
  noticesOfPeriod,
  type QuoteDraft,
  regionCodeOf,
  required,
  type Timestamp,
  amountWithTax,
} from '@billing-checkout/domain'
import { sql } from 'kysely'
import { planIntervalOf, nextChargeDate } from '../../presenters/subscriptions/end-of-subscription.ts'
import { loadOrganization } from '../../organization/load-organization.ts'
import { loadCustomer } from '../../store/entities/customers.ts'
import { loadPlan } from '../../store/entities/plans.ts'
import { loadSubscription, lockExistingSubscription } from '../../store/entities/subscriptions.ts'
import { inOrganization } from '../../store/in-organization.ts'
import type { CustomerRow, PaymentMethodRow, SubscriptionRow } from '../../store/rows.ts'
import { oweEmail } from '../../store/writes/owe-email.ts'
import type { EmailDetails } from '../../store/schema/emails.ts'
import { readBillingClock } from '../../store/writes/billing-clock.ts'
import { lockNames } from '../../store/writes/lock-names.ts'
import type { Billing } from '../billing.ts'
import { lockNamesOf } from '../lock-names-of.ts'
import { chargeAtOf } from '../emails/charge-at-of.ts'
import { refuseUnknownTax } from '../checks/refuse-unknown-tax.ts'
import {
  planOfNextPeriod,
  pricesAroundDiscountEnd,
  freezeRenewalQuote,
  type RenewalQuoteRows,
} from '../quotes/freeze-renewal-quote.ts'
import { rowsDueBy } from '../worklist/rows-due-by.ts'
import type { DueRow, WorkKind } from '../worklist/worklist.ts'

/** The emails to owe a customer now for a period, and the subscription row from which they were planned. */
interface Announcement {
  readonly plannedFrom: SubscriptionRow
  readonly emails: readonly { readonly kind: Notice['kind']; readonly facts: EmailDetails }[]
  /** When the next notice of the period is due; null if none is left. */
  readonly nextAt: Timestamp | null
}

/**
 * Queues the emails that announce a charge, as laws and card networks require (`domain/src/notices`); `send-notices.ts` records the events.
 * The subscription's row stores the period, plan, price and method for which the notices were planned, and becomes due again if one of
 * these changes. Organizations without emails are skipped.
 */
export const announcementWork: WorkKind<DueRow, Announcement | undefined> = {
  name: 'announcement',
  ...rowsDueBy('subscriptions', 'announcement_due_at'),
  isOpen: sql<boolean>`subscriptions.organization_id = any(array(
    select id from organizations where settings->>'emails' in ('send', 'events')))`,
  limit: 500,
  concurrency: 8,
  call: async (billing) => async (row) => planNotices(billing, row),
  perform: async ({ work, row: { id }, answer }) => {
    if (answer === undefined) return undefined
    const { customerId } = answer.plannedFrom
    await lockNames(work, lockNamesOf({ customerId, subscriptionId: id }))
    const subscription = await lockExistingSubscription(work, id)
    if (!isAsPlanned(subscription, answer.plannedFrom)) return undefined
    work.update('subscriptions', { id }, { announcedFor: subscription.announcementKey, announceAt: answer.nextAt })
    for (const { kind, facts } of answer.emails) oweEmail(work, { kind, customerId, subscriptionId: id, facts })
    return answer.emails.length === 0 ? undefined : 'subscription.announced'
  },
}

/**
 * Whether a subscription is unchanged since its notices were planned. If it has changed, it stays due, and its notices are planned again.
 */
const isAsPlanned = (now: SubscriptionRow, then: SubscriptionRow): boolean =>
  now.status === then.status &&
  now.announcementKey === then.announcementKey &&
  now.balanceAmount === then.balanceAmount &&
  now.nextBillingDate === then.nextBillingDate &&
  now.announcedFor === then.announcedFor &&
  now.announceAt === then.announceAt

/**
 * Plans the notices of a period, and quotes the charge that the due notices announce. Runs outside of transactions, because the quote may
 * query the tax calculator.
 */
const planNotices = async (billing: Billing, { organizationId, id }: DueRow): Promise<Announcement | undefined> => {
  const db = inOrganization(billing.database, organizationId)
  const [subscription, now] = await Promise.all([loadSubscription(db, id), readBillingClock(billing.database)])
  if (subscription === undefined || (subscription.status !== 'trial' && subscription.status !== 'active'))
    return undefined
  const rows = await loadRows(billing, subscription)
  // A charge that was postponed to a requested end is never made, so it gets no notice.
  const notices = nextChargeDate(subscription, rows) === null ? [] : noticesOf(subscription, rows)
  // A late notice is sent anyway if its charge is still ahead.
  const due = notices.filter(({ at }) => at <= now && now < chargeAtOf(subscription))
  const nextAt = notices.find(({ at }) => at > now)?.at ?? null
  const emails = due.length === 0 ? [] : await emailsFor(billing, subscription, rows, due, now)
  return { plannedFrom: subscription, emails, nextAt }
}

const loadRows = async (billing: Billing, subscription: SubscriptionRow): Promise<RenewalQuoteRows> => {
  const db = inOrganization(billing.database, subscription.organizationId)
  const { scheduledPlanId } = subscription
  const [planRow, scheduledPlan, customer, method, organization] = await Promise.all([
    loadPlan(db, subscription.planId),
    scheduledPlanId === null ? undefined : loadPlan(db, scheduledPlanId),
    loadCustomer(db, subscription.customerId),
    subscription.paymentMethodId === null
      ? undefined
      : db
          .selectFrom('paymentMethods')
          .selectAll()
          .where('id', '=', subscription.paymentMethodId)
          .where('detachedAt', 'is', null)
          .executeTakeFirst(),
    loadOrganization(billing.database, subscription.organizationId),
  ])
  return {
    plan: required(planRow, 'plan of subscription', subscription.id),
    scheduledPlan,
    customer: required(customer, 'customer of subscription', subscription.id),
    method,
    organization: required(organization, 'organization', subscription.organizationId),
  }
}

/** The notices of the period that a subscription is in. */
export const noticesOf = (
  subscription: SubscriptionRow,
  { customer, method, organization, ...plans }: RenewalQuoteRows,
): readonly Notice[] => {
  const { currentPeriodStart: start, currentPeriodEnd: end, createdAt: begunAt, countryOfSale } = subscription
  const country = knownCountry(countryOfSale) ?? customer.address?.country ?? null
  return noticesOfPeriod({
    isTrial: subscription.status === 'trial',
    endsDiscount: pricesAroundDiscountEnd(subscription, plans) !== null,
    start,
    end,
    interval: planIntervalOf(planOfNextPeriod(plans)),
    begunAt,
    country,
    state: stateOf(customer, country),
    network: method === undefined ? null : networkOf(method),
    days: organization.settings.notice_days ?? {},
  })
}

const stateOf = ({ address }: CustomerRow, country: string | null): string | null =>
  country === null || !address?.state || address.country !== country ? null : regionCodeOf(country, address.state)

const networkOf = ({ details }: PaymentMethodRow): string | null =>
  'bin_data' in details ? details.bin_data.brand : null

/** The emails for the due notices, at most one of each kind. A notice is left out if its email already announced this charge. */
const emailsFor = async (
  billing: Billing,
  subscription: SubscriptionRow,
  rows: RenewalQuoteRows,
  due: readonly Notice[],
  now: Timestamp,
): Promise<Announcement['emails']> => {
  const { draft, tax } = await freezeRenewalQuote(billing, subscription, rows, now)
  refuseUnknownTax(rows.organization, tax)
  const { amount, currency } = draft.dueNow
  // A charge of 0 is not announced.
  if (amount === 0) return []
  const facts = {
    amount,
    currency,
    charged_at: chargeAtOf(subscription),
    plan_id: subscription.scheduledPlanId ?? subscription.planId,
    quantity: subscription.scheduledQuantity ?? subscription.quantity,
  }
  const earlier = await findNotices(billing, subscription)
  const unsent = due.filter(
    ({ kind, at }) =>
      !earlier.some((email) => email.kind === kind && email.createdAt >= at && announcesSameCharge(email.facts, facts)),
  )
  const prices = pricesIn(subscription, rows, draft)
  return [...new Set(unsent.map(({ kind }) => kind))].map((kind) => ({
    kind,
    facts: kind === 'price_change' ? { ...facts, ...prices } : facts,
  }))
}

/** The price of a period with the ending discount and without it, both with tax and before credit. */
const pricesIn = (
  subscription: SubscriptionRow,
  rows: RenewalQuoteRows,
  { tax: { rule } }: QuoteDraft,
): Pick<EmailDetails, 'price_before' | 'price_after'> => {
  const prices = pricesAroundDiscountEnd(subscription, rows)
  return prices === null
    ? {}
    : { price_before: amountWithTax(prices.before, rule), price_after: amountWithTax(prices.after, rule) }
}

/** Whether an earlier email announces the same charge. */
const announcesSameCharge = (sent: EmailDetails, facts: EmailDetails): boolean =>
  sent.charged_at === facts.charged_at &&
  sent.amount === facts.amount &&
  sent.currency === facts.currency &&
  sent.plan_id === facts.plan_id

/**
 * The notices of a subscription. A notice that was suppressed because it was not needed, for example while the subscription was cancelled,
 * counts as not sent.
 */
const findNotices = ({ database }: Billing, { organizationId, id }: SubscriptionRow) =>
  inOrganization(database, organizationId)
    .selectFrom('emails')
    .select(['kind', 'createdAt', 'facts'])
    .where('subscriptionId', '=', id)
    .where('kind', 'in', ['trial_ending', 'renewal_notice', 'price_change', 'reminder'])
    .where(sql<boolean>`reason is distinct from 'not_needed'`)
    .execute()
