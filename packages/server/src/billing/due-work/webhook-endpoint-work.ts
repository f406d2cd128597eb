import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { secondsSince, type RunnableWork } from '../worklist/work.ts'

/**
 * Webhook endpoints with unsent events. This kind of work has its own `run`, which only wakes the sender of this process
 * (`webhooks/sending`); commits wake the sender, too. The sender waits for no endpoint, because a slow endpoint must not delay the others.
 */
export const webhookEndpointWork: RunnableWork = {
  name: 'webhook_endpoint',
  clock: 'wall',
  everySeconds: 0.5,
  // No column stores when an endpoint is due, because this follows from its position in the event log.
  firstDueAt: sql`null::timestamptz`,
  overdueSeconds: () => secondsSince('wall', firstWaitingEndpoint),
  run: async ({ sendWebhooks }) => {
    await sendWebhooks()
    return []
  },
}

/**
 * SQL for the earliest time since which an enabled endpoint has had an unsent event or a due delivery. An endpoint that fails counts as
 * waiting only from the time of its next probe. An endpoint that a server has leased, or that is deferred, counts only from the end of that
 * lease or deferral.
 */
const firstWaitingEndpoint = sql<Timestamp | null>`(
  select min(case when event.recorded_at is not null or delivery.due_at is not null
    then greatest(least(event.recorded_at, delivery.due_at), probe_at, lease_until, deferred_until) end)
  from webhook_endpoints as endpoint
    left join lateral (
      select recorded_at from events where events.organization_id = endpoint.organization_id
        and events.sequence > endpoint.position and events.recorded_at >= coalesce(endpoint.position_from, '-infinity')
      order by events.sequence limit 1
    ) as event on true
    left join lateral (
      select min(due_at) as due_at from webhook_deliveries as delivery
      where delivery.organization_id = endpoint.organization_id and delivery.endpoint_id = endpoint.id and status = 'pending'
        and (endpoint.mode = 'parallel' or not exists (select from webhook_deliveries as earlier
          where earlier.organization_id = delivery.organization_id and earlier.endpoint_id = delivery.endpoint_id
            and earlier.order_key = delivery.order_key and earlier.event_sequence < delivery.event_sequence
            and earlier.status = 'pending'))
    ) as delivery on true
  where endpoint.enabled)`
