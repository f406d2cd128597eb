import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { compiledOnce } from '../queries/compiled-once.ts'
import { allColumns } from '../queries/row-in-json.ts'
import type {
  ClientSessionRow,
  CustomerRow,
  PaymentLinkRow,
  PaymentMethodRow,
  PaymentRow,
  PlanRow,
  SubscriptionRow,
} from '../rows.ts'
import type { CreditLeftRow } from './customer-credits.ts'
import { customerInJson, linkInJson, planInJson, subscriptionInJson } from './rows-in-json.ts'

/** The part of a stored method that a shopper sees. */
export type ShownMethodRow = Pick<PaymentMethodRow, 'id' | 'type' | 'details'>

/** Another live subscription to the same product, which a second purchase would duplicate. */
export type OtherLiveSubscription = Pick<
  SubscriptionRow,
  'id' | 'planId' | 'status' | 'priceCurrency' | 'countryOfSale'
>

/** A client session and the rows from which its checkout is shown. */
export interface CheckoutRows {
  readonly session: ClientSessionRow
  readonly organization: { readonly id: string; readonly name: string; readonly settings: Record<string, unknown> }
  readonly customer: CustomerRow | undefined
  /** The customer's remaining credit, the oldest first. */
  readonly credit: readonly CreditLeftRow[]
  /** The customer's attached methods, the latest first, up to a limit. */
  readonly methods: readonly ShownMethodRow[]
  /** The plan for sale: the one that the session names, or else the plan of the session's subscription. */
  readonly plan: PlanRow | undefined
  readonly subscription: SubscriptionRow | undefined
  /** The payment link that opened the session. */
  readonly link: Pick<PaymentLinkRow, 'active' | 'maxUses' | 'uses' | 'expiresAt'> | undefined
  /** The plan that the subscription has now. */
  readonly currentPlan: Pick<PlanRow, 'id' | 'name'> | undefined
  /** The method that the subscription is charged to. */
  readonly methodCharged: ShownMethodRow | undefined
  /** Other subscriptions of the customer to the plan, or to an alternative of it, that are not cancelled; at most two. */
  readonly otherLive: readonly (OtherLiveSubscription & { readonly planName: string })[]
  /** The session's payments, the latest first, up to a limit. */
  readonly payments: readonly Pick<PaymentRow, 'id' | 'purpose' | 'paymentStatus'>[]
  /** The time of the billing clock. */
  readonly now: Timestamp
}

/**
 * Loads a client session and the rows that it refers to; `undefined` if there is no such session. It takes the session's id alone, because
 * the checkout element knows nothing else. One statement reads all rows at one moment. With several statements, a stale session row with a
 * newer customer row could show another person's cards.
 */
export const loadCheckoutRows = async (
  database: Database,
  sessionId: string,
  paymentsMax: number,
): Promise<CheckoutRows | undefined> => {
  const [found] = await findCheckout(database, sessionId, paymentsMax)
  if (found === undefined) return undefined
  const {
    organizationName: name,
    organizationSettings: settings,
    now,
    payments,
    plan,
    link,
    buyer,
    subscribed,
    ...session
  } = found
  return {
    session,
    organization: { id: session.organizationId, name, settings },
    customer: buyer ? customerInJson.of(buyer.row) : undefined,
    credit: buyer?.credit ?? [],
    methods: buyer?.methods ?? [],
    plan: plan ? planInJson.of(plan) : undefined,
    subscription: subscribed ? subscriptionInJson.of(subscribed.row) : undefined,
    link: link ? linkInJson.of(link) : undefined,
    currentPlan: subscribed?.plan ?? undefined,
    methodCharged: subscribed?.method ?? undefined,
    otherLive: buyer?.otherLive ?? [],
    payments: payments ?? [],
    now,
  }
}

/** The row that the statement returns: a session, and one column for each row that it refers to. */
interface FoundCheckout extends ClientSessionRow, Pick<CheckoutRows, 'now'> {
  readonly organizationName: string
  readonly organizationSettings: Record<string, unknown>
  readonly payments: CheckoutRows['payments'] | null
  readonly plan: readonly unknown[] | null
  readonly link: readonly unknown[] | null
  readonly buyer: (Pick<CheckoutRows, 'credit' | 'methods' | 'otherLive'> & { readonly row: readonly unknown[] }) | null
  readonly subscribed: {
    readonly row: readonly unknown[]
    readonly plan: CheckoutRows['currentPlan'] | null
    readonly method: ShownMethodRow | null
  } | null
}

const sessionColumns = allColumns<ClientSessionRow>()(
  'organizationId',
  'id',
  'members',
  'customerId',
  'quote',
  'taxAddress',
  'trialRefused',
  'discountRefused',
  'changesInstead',
  'hostedAs',
  'linkId',
  'portalSessionId',
  'expiresAt',
  'completedAt',
  'completedWall',
  'createdAt',
  'updatedAt',
)

/**
 * SQL for a text in the session's `members`. The result is null for an absent and for an empty text, because the code that resolves a
 * session also treats both alike.
 */
const member = (...path: readonly string[]) => sql`nullif(session.members #>> ${sql.lit(`{${path.join()}}`)}, '')`

const externalId = member('customer', 'external_id')

/** The customer of a session, found in the same order as in `loadBuyer`. */
const customerId = sql`case when ${externalId} is not null
  then (select known.id from customers as known
    where known.organization_id = session.organization_id and known.external_id = ${externalId})
  else coalesce(${member('customer', 'id')}, subscription.customer_id, session.customer_id) end`

const planId = sql`coalesce(${member('plan', 'id')}, subscription.plan_id)`

const shownMethod = (method: string) =>
  sql`json_build_object('id', ${sql.ref(`${method}.id`)}, 'type', ${sql.ref(`${method}.type`)}, 'details', ${sql.ref(`${method}.details`)})`

const methodsMax = 20

/**
 * SQL for the billing clock as of the statement's snapshot. It does not call `billing_now()`, because a function also sees rows that were
 * committed after the statement began. If another request moves the clock meanwhile, the function would return a time that does not fit the
 * other rows.
 */
const clockOfStatement = sql`(
  select date_trunc('milliseconds', coalesce(frozen_at, clock_timestamp() + offset_millis * interval '1 millisecond'))
  from clock
)`

const buyer = sql`(
  select json_build_object(
    'row', ${customerInJson.column},
    'credit', coalesce((
      select json_agg(json_build_object('id', left_over.id, 'currencyCode', left_over.currency_code,
        'sourceKind', left_over.source_kind, 'sourceId', left_over.source_id, 'leftAmount', left_over.left_amount,
        'taxRule', left_over.tax_rule) order by left_over.created_at, left_over.id)
      from customer_credits as left_over
      where left_over.organization_id = session.organization_id and left_over.customer_id = customer.id
        and left_over.left_amount > 0
    ), '[]'),
    'methods', coalesce((
      select json_agg(${shownMethod('latest')} order by latest.created_at desc) from (
        select stored.* from payment_methods as stored
        where stored.organization_id = session.organization_id and stored.customer_id = customer.id
          and stored.detached_at is null
        order by stored.created_at desc limit ${sql.lit(methodsMax)}
      ) as latest
    ), '[]'),
    'otherLive', coalesce((select json_agg(found) from (
      select other.id, other.plan_id as "planId", live.name as "planName", other.status,
        other.price_currency as "priceCurrency", other.country_of_sale as "countryOfSale"
      from subscriptions as other
      join plans as live on live.organization_id = other.organization_id and live.id = other.plan_id
      where other.organization_id = session.organization_id and other.customer_id = customer.id
        and other.status <> 'cancelled' and other.id <> coalesce(subscription.id, '')
        and (other.plan_id = ${planId} or exists (
          select from plans as sold
          join plans as had on had.organization_id = sold.organization_id and had.plan_group = sold.plan_group
          where sold.organization_id = session.organization_id and sold.id = ${planId} and had.id = other.plan_id
        ))
      limit 2
    ) as found), '[]')
  )
  from customers as customer where customer.organization_id = session.organization_id and customer.id = ${customerId}
)`

const subscribed = sql`case when subscription.id is not null then json_build_object(
  'row', ${subscriptionInJson.column},
  'plan', (
    select json_build_object('id', current.id, 'name', current.name) from plans as current
    where current.organization_id = session.organization_id and current.id = subscription.plan_id
  ),
  'method', (
    select ${shownMethod('charged')} from payment_methods as charged
    where charged.organization_id = session.organization_id and charged.id = subscription.payment_method_id
  )
) end`

const findCheckout = compiledOnce(
  (_: Database, sessionId: string, paymentsMax: number) => sql<FoundCheckout>`
    select ${sql.join(sessionColumns.map((column) => sql.ref(`session.${column}`)))},
      organization.name as organization_name, organization.settings as organization_settings, ${clockOfStatement} as now,
      (
        select json_agg(json_build_object('id', latest.id, 'purpose', latest.purpose, 'paymentStatus', latest.payment_status)
          order by latest.created_at desc, latest.id desc) from (
          select made.id, made.purpose, made.payment_status, made.created_at from payments as made
          where made.organization_id = session.organization_id and made.session_id = session.id
          order by made.created_at desc, made.id desc limit ${paymentsMax}
        ) as latest
      ) as payments,
      (
        select ${planInJson.column} from plans as plan
        where plan.organization_id = session.organization_id and plan.id = ${planId}
      ) as plan,
      (
        select ${linkInJson.column} from payment_links as link
        where link.organization_id = session.organization_id and link.id = session.link_id
      ) as link,
      ${buyer} as buyer,
      ${subscribed} as subscribed
    from client_sessions as session
    join organizations as organization on organization.id = session.organization_id
    left join subscriptions as subscription
      on subscription.organization_id = session.organization_id and subscription.id = ${member('subscription', 'id')}
    where session.id = ${sessionId}`,
)
