import type { Event } from '@billing-checkout/contract'
import type { CommittedEvent } from './find-events-after.ts'

/** An event as lists and webhooks show it. */
export const presentEvent = (row: Omit<CommittedEvent, 'recordedAt'>): Event => ({
  id: row.id,
  type: row.type,
  created_at: row.createdAt,
  sequence: row.sequence,
  data: { object: row.object as Event['data']['object'] },
})
