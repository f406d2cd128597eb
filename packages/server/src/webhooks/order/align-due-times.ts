import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { Write } from '../../store/writes/write.ts'

/**
 * Gives deliveries that have not been attempted the due time of the earliest pending delivery with the same key. If that earliest delivery
 * has not been attempted either, all of them are due now. The order does not depend on this function, which only avoids reading deliveries
 * that cannot be sent.
 */
export const alignDueTimes = async (
  { db, organizationId }: Write,
  endpointId: string,
  { keys, wall }: { readonly keys: readonly string[]; readonly wall: Timestamp },
): Promise<void> => {
  if (keys.length === 0) return
  await sql`
    with first as (
      select distinct on (order_key) order_key, case when tries = 0 then ${wall}::timestamptz else due_at end as due
      from webhook_deliveries
      where organization_id = ${organizationId} and endpoint_id = ${endpointId} and status = 'pending'
        and order_key = any(${[...new Set(keys)]}::text[])
      order by order_key, event_sequence
    )
    update webhook_deliveries as delivery set due_at = first.due from first
    where delivery.organization_id = ${organizationId} and delivery.endpoint_id = ${endpointId}
      and delivery.status = 'pending' and delivery.tries = 0
      and delivery.order_key = first.order_key and delivery.due_at <> first.due`.execute(db)
}
