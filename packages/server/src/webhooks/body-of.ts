import type { Event, ThinEvent } from '@billing-checkout/contract'
import type { WebhookEndpointRow } from '../store/rows.ts'

/** What an endpoint is sent of an event. */
export const bodyOf = (event: Event, payload: WebhookEndpointRow['payload']): string =>
  JSON.stringify(payload === 'thin' ? thinOf(event) : event)

const thinOf = ({ id, type, created_at, data: { object } }: Event): ThinEvent => ({
  id,
  type,
  created_at,
  data: { object: { id: typeof object['id'] === 'string' ? object['id'] : null } },
})
