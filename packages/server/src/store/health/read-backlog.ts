import { oneRow } from '@billing-checkout/database'
import { sql } from 'kysely'
import { readAuditAge } from '../audit/read-audit-age.ts'
import type { Database } from '../database.ts'
import { neverRetriedAt } from '../schema/deferred-work.ts'

/** Numbers and ages of work that waits or has failed, over all organizations; for metrics and `doctor`. */
export interface Backlog {
  /** Failed due work by kind. A kind without failed work is absent; {@link deferredCountOf} returns zeros for it. */
  readonly deferredWork: Readonly<Record<string, DeferredCount>>
  /** Charges that wait because their advance notice was not sent in time. */
  readonly chargesPostponed: number
  /** Refunds that a processor has accepted, and that have neither arrived nor failed. */
  readonly refundsPending: number
  /** Connections that must be reconciled before money moves over them. */
  readonly connectionsWaiting: number
  /** Paused connections: their processors refuse our credentials, and no money moves over them. */
  readonly connectionsPaused: number
  /** Transactions of processors that our books do not have and no operator has cleared. */
  readonly transactionsUnmatched: number
  /** Attempts with an unknown outcome, and seconds since the oldest of them was opened. */
  readonly attemptsOpen: number
  readonly attemptsOldestSeconds: number
  /** Open obligations: money to refund, authorizations to void and declined charges to cancel. */
  readonly obligationsOpen: number
  /** Open obligations that were refused several times in a row. */
  readonly obligationsOverdue: number
  /** Pending webhook deliveries, such as retries, to enabled endpoints. */
  readonly webhooksPending: number
  /** Enabled webhook endpoints that failed too often and only get a probe from time to time. */
  readonly webhookEndpointsFailing: number
  /** Seconds since the oldest unsent event was recorded, over all endpoints that are not failing. */
  readonly webhooksLagSeconds: number
  /** Seconds since 1970 of the latest moment that a backup includes; 0 if there is no backup. */
  readonly lastBackupSeconds: number
  /** Seconds since the oldest erasure whose copies are not all scrubbed. */
  readonly erasuresUnfinishedSeconds: number
  /** Erased customers (counted per connection) and detached methods that processors have yet to delete. */
  readonly processorErasuresOpen: number
  /** The age, in seconds, of the oldest row that the audit log's chain does not cover. */
  readonly auditUnsealedSeconds: number
}

/** The failed due work of a kind. */
export interface DeferredCount {
  /** Work that the server retries automatically. */
  readonly deferred: number
  /** Work that is no longer retried and waits for an operator. */
  readonly givenUp: number
}

/** Returns the failed due work of a kind; zeros if there is none. */
export const deferredCountOf = ({ deferredWork }: Pick<Backlog, 'deferredWork'>, kind: string): DeferredCount =>
  deferredWork[kind] ?? { deferred: 0, givenUp: 0 }

/** Reads the backlog with short index scans, however many subscriptions there are. */
export const readBacklog = async (database: Database): Promise<Backlog> => {
  const { rows } = await sql<ReadBacklog>`
    select (select coalesce(jsonb_object_agg(kind, jsonb_build_object('deferred', deferred, 'givenUp', given_up)), '{}')
        from (select kind, count(*) filter (where not is_given_up) as deferred, count(*) filter (where is_given_up) as given_up
          from (select kind, deferred_until >= ${sql.lit(neverRetriedAt)} as is_given_up from deferred_work
            where lease_until is null or lease_until <= lease_now()
            union all select 'renewal', false from subscriptions where tries > 0
            union all select 'webhook_endpoint', false from webhook_endpoints where enabled and tries > 0) as work
          group by kind) as counted) as deferred_work,
      (select count(*) from subscriptions where deferred_reason like 'late_notice%' and status in ('trial', 'active'))
        as charges_postponed,
      (select count(*) from accepted_refunds where state = 'pending') as refunds_pending,
      (select count(*) from attempts where state = 'open') as attempts_open,
      (select extract(epoch from lease_now() - min((request->>'openedAt')::timestamptz))::float8
        from attempts where state = 'open') as attempts_oldest_seconds,
      (select count(*) from obligations where state = 'open') as obligations_open,
      (select count(*) from obligations where state = 'open' and overdue_since is not null)
        as obligations_overdue,
      (select coalesce(extract(epoch from max(at)), 0)::float8 from backups) as last_backup_seconds,
      (select coalesce(extract(epoch from clock_timestamp() - min(erased_at)), 0)::float8 from erasures
        where finished_at is null) as erasures_unfinished_seconds,
      (select count(*) from processor_erasures where done_at is null) as processor_erasures_open,
      (select count(*) from reconcile_first where since is not null) as connections_waiting,
      (select count(*) from connections where state = 'paused') as connections_paused,
      (select count(*) from unmatched_transactions where cleared_at is null) as transactions_unmatched,
      (select count(*) from webhook_deliveries as delivery join webhook_endpoints as endpoint
          on endpoint.organization_id = delivery.organization_id and endpoint.id = delivery.endpoint_id
        where delivery.status = 'pending' and endpoint.enabled) as webhooks_pending,
      (select count(*) from webhook_endpoints where enabled and probe_at is not null) as webhook_endpoints_failing,
      (select extract(epoch from lease_now() - min(next.recorded_at))::float8 from webhook_endpoints as endpoint
        cross join lateral (
          select event.recorded_at from events as event
          where event.organization_id = endpoint.organization_id and event.sequence > endpoint.position
            and event.recorded_at >= coalesce(endpoint.position_from, '-infinity')
          order by event.sequence limit 1
        ) as next
        where endpoint.enabled and endpoint.probe_at is null) as webhooks_lag_seconds`.execute(database)
  const { attemptsOldestSeconds, webhooksLagSeconds, ...counts } = oneRow(rows)
  return {
    ...counts,
    attemptsOldestSeconds: Math.max(attemptsOldestSeconds ?? 0, 0),
    webhooksLagSeconds: Math.max(webhooksLagSeconds ?? 0, 0),
    auditUnsealedSeconds: await readAuditAge(database),
  }
}

type Ages = 'attemptsOldestSeconds' | 'webhooksLagSeconds'

/** An age is null if there is no open attempt or no unsent event. */
type ReadBacklog = Omit<Backlog, Ages | 'auditUnsealedSeconds'> & { readonly [Age in Ages]: number | null }
