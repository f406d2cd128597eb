import { type RawBuilder, sql } from 'kysely'
import type { Timestamp } from '@billing-checkout/domain'
import { acrossOrganizations } from './across-organizations.ts'
import { compiledOnce } from './compiled-once.ts'
import type { Database } from './database.ts'
import { retryOnConflict } from './engine/retry-on-conflict.ts'
import { shareConnection } from './engine/share-connection.ts'
import type { ClientSessionRow, CustomerRow, PaymentRow, PlanRow, SubscriptionRow } from './rows.ts'

/** A client session and every row that it leads to. */
export interface CheckoutRows {
  readonly session: ClientSessionRow
  readonly organization: { readonly id: string; readonly name: string; readonly settings: Record<string, unknown> }
  readonly customer: CustomerRow | undefined
  /** The plan that is sold: the one that the session names, else that of its subscription. */
  readonly plan: PlanRow | undefined
  readonly subscription: SubscriptionRow | undefined
  /** The plan that the subscription has today. */
  readonly currentPlan: PlanRow | undefined
  /** The session's payments, the latest first, up to a limit. */
  readonly payments: readonly Pick<PaymentRow, 'id' | 'purpose' | 'paymentStatus'>[]
  /** The time of the billing clock. */
  readonly now: Timestamp
}

/**
 * Loads a client session by its id alone, which is all a widget starts with, and what it leads to. Every statement finds its row
 * by the session's id, so that all of them share a connection, are one round trip and see the same moment: a session as it was
 * before a change and the customer it names after it would show somebody else's cards. `undefined` where there is no such session.
 */
export const loadCheckoutRows = async (
  database: Database,
  sessionId: string,
  paymentsMax: number,
): Promise<CheckoutRows | undefined> => {
  // A migration under a prepared statement ends the transaction.
  const [, [found], [subscription], [customer], plans, payments] = await retryOnConflict(() =>
    readAtOneMoment(shareConnection(database), sessionId, paymentsMax),
  )
  if (found === undefined) return undefined
  const planOf = (id: string | null | undefined) => plans.find((plan) => plan.id === id)
  const { organizationName: name, organizationSettings: settings, now, ...session } = found
  return {
    session,
    organization: { id: session.organizationId, name, settings },
    customer,
    plan: planOf(session.members.plan?.id ?? subscription?.planId),
    subscription,
    currentPlan: planOf(subscription?.planId),
    payments,
    now,
  }
}

const readAtOneMoment = async (db: Database, sessionId: string, paymentsMax: number) => {
  const answers = [
    sql`begin isolation level repeatable read read only`.execute(db),
    findSession(db, sessionId),
    findSubscription(db, sessionId),
    findCustomer(db, sessionId),
    findPlans(db, sessionId),
    findPayments(db, sessionId, paymentsMax),
    sql`commit`.execute(db),
  ] as const
  // When one fails, so do all behind it, and may say so earlier: the first in this order knows why.
  await Promise.allSettled(answers)
  return Promise.all(answers)
}

const findSession = compiledOnce((db: Database, sessionId: string) =>
  acrossOrganizations(db, 'session id')
    .selectFrom('clientSessions')
    .innerJoin('organizations', 'organizations.id', 'clientSessions.organizationId')
    .selectAll('clientSessions')
    .select(['organizations.name as organizationName', 'organizations.settings as organizationSettings'])
    .select(sql<Timestamp>`billing_now()`.as('now'))
    .where('clientSessions.id', '=', sessionId),
)

const findPayments = compiledOnce((db: Database, sessionId: string, paymentsMax: number) =>
  acrossOrganizations(db, 'session id')
    .selectFrom('clientSessions as session')
    .innerJoin('payments', (join) =>
      join
        .onRef('payments.organizationId', '=', 'session.organizationId')
        .onRef('payments.sessionId', '=', 'session.id'),
    )
    .select(['payments.id', 'payments.purpose', 'payments.paymentStatus'])
    .where('session.id', '=', sessionId)
    .orderBy('payments.createdAt', 'desc')
    .orderBy('payments.id', 'desc')
    .limit(paymentsMax),
)

/** Text of a member that is empty or absent counts as not given, as it does where a session is resolved. */
const member = (...path: readonly string[]) => sql`nullif(session.members #>> ${sql.lit(`{${path.join()}}`)}, '')`

const subscriptionId = member('subscription', 'id')

const ofSubscription = (
  column: 'customer_id' | 'plan_id',
) => sql`(select named.${sql.raw(column)} from subscriptions as named
  where named.organization_id = session.organization_id and named.id = ${subscriptionId})`

/** Whom a session is for, in the order of `loadBuyer`. */
const customerId = sql`case when ${member('customer', 'external_id')} is not null
  then (select known.id from customers as known
    where known.organization_id = session.organization_id and known.external_id = ${member('customer', 'external_id')})
  else coalesce(${member('customer', 'id')}, ${ofSubscription('customer_id')}, session.customer_id) end`

/** A condition that a row is the one whose id a session leads to. */
const isLedTo = (table: 'subscriptions' | 'customers', id: RawBuilder<unknown>, sessionId: string) =>
  sql<boolean>`(${sql.ref(`${table}.organizationId`)}, ${sql.ref(`${table}.id`)}) =
    (select session.organization_id, ${id} from client_sessions as session where session.id = ${sessionId})`

const findSubscription = compiledOnce((db: Database, sessionId: string) =>
  acrossOrganizations(db, 'session id')
    .selectFrom('subscriptions')
    .selectAll()
    .where(isLedTo('subscriptions', subscriptionId, sessionId)),
)

const findCustomer = compiledOnce((db: Database, sessionId: string) =>
  acrossOrganizations(db, 'session id')
    .selectFrom('customers')
    .selectAll()
    .where(isLedTo('customers', customerId, sessionId)),
)

const findPlans = compiledOnce((db: Database, sessionId: string) =>
  acrossOrganizations(db, 'session id')
    .selectFrom('clientSessions as session')
    .innerJoin('plans', 'plans.organizationId', 'session.organizationId')
    .selectAll('plans')
    .where('session.id', '=', sessionId)
    .where(sql<boolean>`plans.id in (${member('plan', 'id')}, ${ofSubscription('plan_id')})`),
)
