import type { Timestamp } from '@billing-checkout/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../store/database.ts'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import { oneOf } from '../../store/queries/one-of.ts'
import { findWaitingConnections } from '../../store/reconcile-first/reconcile-first.ts'
import type { SubscriptionRow } from '../../store/rows.ts'
import { write } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'
import type { RoundOptions } from '../worklist/worklist.ts'
import {
  clearDeferral,
  deferWork,
  findReadyWork,
  isDatabaseUnavailable,
  isNotDeferred,
  type TriedWork,
} from '../worklist/defer-work.ts'

/**
 * Leases due subscriptions, the earliest first, so that other workers skip them. One statement leases all of them. If that fails because
 * one row cannot be changed, each subscription is leased alone. The faulty one is deferred in a separate row, so that it never holds up the
 * others.
 */
export const leaseDueSubscriptions = async (
  billing: Billing,
  how: RoundOptions,
  limit: number,
): Promise<SubscriptionRow[]> => {
  const ready = takesUnroutedRenewals(billing, how) ? await leaseReady(billing, how, limit) : []
  const chargeable = await chargeableHere(billing, how)
  const due = await leaseTogether(billing, how, { chargeable, limit }).catch((error: unknown) => {
    if (isDatabaseUnavailable(error)) throw error
    billing.logger.warn({ err: error }, 'due subscriptions could not be leased together; each is leased alone')
    return leaseEachAlone(billing, how, { chargeable, limit })
  })
  // Sort the rows, because an UPDATE returns them in any order.
  return [...ready, ...due].toSorted((one, other) => (`${one.dueAt} ${one.id}` < `${other.dueAt} ${other.id}` ? -1 : 1))
}

/** SQL for the earliest time at which a subscription is due, without deferred subscriptions. */
export const firstSubscriptionDueAt = sql<Timestamp | null>`(select due_at from subscriptions
  where due_at is not null and ${isNotDeferred({ name: 'renewal', table: 'subscriptions' })} order by due_at limit 1)`

const leaseSeconds = 60
const leaseEnd = sql<Timestamp>`(select lease_now()) + ${leaseSeconds} * interval '1 second'`
const isDue = sql<boolean>`due_at <= (select billing_now())`
const isFree = ({ isClockMoving }: RoundOptions): RawBuilder<boolean> =>
  isClockMoving ? sql<boolean>`true` : sql<boolean>`(lease_until is null or lease_until < (select lease_now()))`

/**
 * Whether this worker also takes the subscriptions that no connection's worker takes, because this server lacks their connection or because
 * they were deferred in a separate row.
 */
const takesUnroutedRenewals = ({ processors }: Billing, { connection }: RoundOptions): boolean =>
  connection === undefined || connection === processors.defaultProcessor.id

/**
 * SQL for whether this worker may take a subscription now. The worker may not take the subscription if its connection has another worker,
 * must first be reconciled after a restore, is paused or disabled, or does not answer. A subscription that needs no charge may always be
 * taken.
 */
const chargeableHere = async (billing: Billing, how: RoundOptions): Promise<RawBuilder<boolean>> => {
  const { connection } = how
  const waiting = (await findWaitingConnections(billing.database)).map((each) => each.connection)
  const silent = how.isClockMoving
    ? []
    : [...billing.breakers.values()].filter((breaker) => breaker.allowedCount(1) === 0)
  // While the sandbox clock is moved, take subscriptions of paused or disabled connections and defer them, because the clock would
  // otherwise stop at their due times.
  const closed = how.isClockMoving ? [] : billing.processors.stoppedConnections.keys()
  const paused = [...waiting, ...silent.map((breaker) => breaker.connection), ...closed]
  if (connection !== undefined && !takesUnroutedRenewals(billing, how))
    return sql<boolean>`not ${isNotChargedOver([connection])} and ${isNotChargedOver(paused)}`
  const others = connection === undefined ? [] : billing.processors.all.map(({ id }) => id)
  return isNotChargedOver([...new Set([...paused, ...others.filter((id) => id !== connection)])])
}

interface LeaseLimits {
  readonly chargeable: RawBuilder<boolean>
  readonly limit: number
}

/** A query for the due subscriptions that this worker may take, the earliest first. */
const dueHere = (database: Database, how: RoundOptions, { chargeable, limit }: LeaseLimits) =>
  acrossOrganizations(database, 'due work')
    .selectFrom('subscriptions')
    .select(['organizationId', 'id'])
    .where(isDue)
    .where(isFree(how))
    .where(isNotDeferred({ name: 'renewal', table: 'subscriptions' }))
    .where(chargeable)
    .orderBy('dueAt')
    .limit(limit)

const leaseTogether = ({ database }: Billing, how: RoundOptions, limits: LeaseLimits): Promise<SubscriptionRow[]> =>
  acrossOrganizations(database, 'due work')
    .updateTable('subscriptions')
    .set({ leaseUntil: leaseEnd })
    .where((row) =>
      row(
        row.refTuple('organizationId', 'id'),
        'in',
        dueHere(database, how, limits).forUpdate('subscriptions').skipLocked().$asTuple('organizationId', 'id'),
      ),
    )
    .returningAll()
    .execute()

/** SQL for whether a subscription's next charge uses none of these connections; true if it needs no charge. */
const isNotChargedOver = (connections: readonly string[]): RawBuilder<boolean> =>
  connections.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`(
  subscriptions.status = 'scheduled_for_cancellation' or subscriptions.next_billing_date is null or not exists (
    select from payment_methods where payment_methods.organization_id = subscriptions.organization_id
      and payment_methods.id = subscriptions.payment_method_id and payment_methods.connection = ${oneOf(connections)}
  ))`

const leaseEachAlone = async (billing: Billing, how: RoundOptions, limits: LeaseLimits): Promise<SubscriptionRow[]> => {
  const due = await dueHere(billing.database, how, limits).execute()
  return leaseOneByOne(
    billing,
    how,
    due.map((each) => ({ ...each, tries: 0 })),
  )
}

/** Leases the subscriptions that were deferred in a separate row and whose deferral is over. */
const leaseReady = async (billing: Billing, how: RoundOptions, limit: number): Promise<SubscriptionRow[]> =>
  leaseOneByOne(billing, how, await findReadyWork(billing.database, 'renewal', limit))

const leaseOneByOne = async (
  billing: Billing,
  how: RoundOptions,
  tried: readonly TriedWork[],
): Promise<SubscriptionRow[]> => {
  const taken: SubscriptionRow[] = []
  for (const each of tried) {
    const row = await leaseOne(billing, how, each).catch((error: unknown) => deferWork(billing, 'renewal', each, error))
    if (row !== undefined) taken.push(row)
  }
  return taken
}

const leaseOne = ({ database }: Billing, how: RoundOptions, tried: TriedWork): Promise<SubscriptionRow | undefined> =>
  write(database, tried.organizationId, async (work) => {
    if (tried.tries > 0) await clearDeferral(work, 'renewal', tried.id)
    return work.db
      .updateTable('subscriptions')
      .set({ leaseUntil: leaseEnd })
      .where('id', '=', tried.id)
      .where(isDue)
      .where(isFree(how))
      .returningAll()
      .executeTakeFirst()
  })
