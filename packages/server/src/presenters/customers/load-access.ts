import type { Access } from '@billing-checkout/contract'
import { authorizedOrCapturedStatuses, type Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { compiledForOrganizations } from '../../store/queries/compiled-once.ts'
import type { OrganizationDatabase } from '../../store/in-organization.ts'

/** The column by which a customer is found: our id, or the merchant's. */
export type CustomerKey = 'id' | 'externalId'

/**
 * Loads the plans that a customer may use now, first the plans of subscriptions, then one-off plans; `undefined` if there is no such
 * customer.
 */
export const loadAccess = async (
  db: OrganizationDatabase,
  key: CustomerKey,
  value: string,
): Promise<readonly Access[] | undefined> => {
  const { findCustomer, findSubscriptions, findPurchases } = statements[key]
  const [customers, subscriptions, purchases] = await Promise.all([
    findCustomer(db, value),
    findSubscriptions(db, value),
    findPurchases(db, value),
  ])
  if (customers.length === 0) return undefined
  return [...subscriptions, ...purchases].map(({ id, name, group, reason, until, ...source }) => ({
    plan: { id, name, group },
    reason,
    until,
    subscription_id: source.subscriptionId,
    payment_id: source.paymentId,
  }))
}

const statementsBy = (key: CustomerKey) => {
  const column = `customers.${key}` as const
  const none = sql<string | null>`null`
  return {
    findCustomer: compiledForOrganizations((db: OrganizationDatabase, value: string) =>
      db.selectFrom('customers').select('customers.id').where(column, '=', value),
    ),
    /** A cancelled subscription gives no access after its end, even before a worker has ended it. */
    findSubscriptions: compiledForOrganizations((db: OrganizationDatabase, value: string) =>
      db
        .selectFrom('customers')
        .innerJoin('subscriptions', (join) => join.onRef('subscriptions.customerId', '=', 'customers.id'))
        .innerJoin('plans', (join) => join.onRef('plans.id', '=', 'subscriptions.planId'))
        .select(['plans.id', 'plans.name', 'plans.planGroup as group', 'subscriptions.id as subscriptionId'])
        .select(none.as('paymentId'))
        .select(sql<Exclude<Access['reason'], 'purchased'>>`subscriptions.status`.as('reason'))
        .select(
          sql<Timestamp | null>`case subscriptions.status
            when 'past_due' then coalesce(next_billing_date, gives_up_at) else current_period_end end`.as('until'),
        )
        .where(column, '=', value)
        .where('subscriptions.status', '!=', sql.lit('cancelled'))
        .where(
          sql<boolean>`(subscriptions.status <> 'scheduled_for_cancellation' or current_period_end > (select billing_now()))`,
        )
        .orderBy('subscriptions.createdAt')
        .orderBy('subscriptions.id'),
    ),
    /**
     * The latest payment of each one-off plan, among payments whose money was not all refunded or disputed. A free purchase always counts,
     * because it has no money to refund.
     */
    findPurchases: compiledForOrganizations((db: OrganizationDatabase, value: string) =>
      db
        .selectFrom('customers')
        .innerJoin('payments', (join) => join.onRef('payments.customerId', '=', 'customers.id'))
        .innerJoin('plans', (join) => join.onRef('plans.id', '=', 'payments.planId'))
        .distinctOn('plans.id')
        .select(['plans.id', 'plans.name', 'plans.planGroup as group', 'payments.id as paymentId'])
        .select(none.as('subscriptionId'))
        .select(sql<'purchased'>`'purchased'`.as('reason'))
        .select(sql<Timestamp | null>`null::timestamptz`.as('until'))
        .where(column, '=', value)
        .where('payments.purpose', '=', sql.lit('pay'))
        .where(
          sql<boolean>`payments.payment_status in (${sql.join(authorizedOrCapturedStatuses.map((status) => sql.lit(status)))})`,
        )
        .where(
          sql<boolean>`(payments.amount = 0 or payments.refunded_amount + payments.disputed_amount < payments.amount)`,
        )
        .orderBy('plans.id')
        .orderBy('payments.createdAt', 'desc'),
    ),
  }
}

const statements = { id: statementsBy('id'), externalId: statementsBy('externalId') }
