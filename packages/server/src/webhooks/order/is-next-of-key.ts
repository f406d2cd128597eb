import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'

/**
 * SQL that is true if the row `delivery` need not wait: every earlier pending delivery with the same key is due, too, and one batch sends
 * all of them in order.
 */
export const isNextOfKey = (wall: Timestamp) => sql<boolean>`not exists (select from webhook_deliveries as earlier
  where earlier.organization_id = delivery.organization_id and earlier.endpoint_id = delivery.endpoint_id
    and earlier.order_key = delivery.order_key and earlier.event_sequence < delivery.event_sequence
    and earlier.status = 'pending' and earlier.due_at > ${wall})`

/** SQL that is true if the row `delivery` is the earliest pending delivery with the same key. */
export const isFirstOfKey = sql<boolean>`not exists (select from webhook_deliveries as earlier
  where earlier.organization_id = delivery.organization_id and earlier.endpoint_id = delivery.endpoint_id
    and earlier.order_key = delivery.order_key and earlier.event_sequence < delivery.event_sequence
    and earlier.status = 'pending')`
