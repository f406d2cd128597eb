import type { Event, ThinEvent } from '@billing-checkout/contract'
import type { WebhookEndpointRow } from '../../store/rows.ts'

/**
 * The body that an endpoint receives for an event. If the payload is `thin`, the body has only the id, type and time of the event, and the
 * id of its object. Throws if the event has no object.
 */
export const webhookBodyOf = (event: Event, payload: WebhookEndpointRow['payload']): string =>
  JSON.stringify(payload === 'thin' ? thinOf(event) : wholeOf(event))

const wholeOf = (event: Event): Event => {
  if ((event.data.object as object | null) === null) throw new TypeError(`The event ${event.id} has no object.`)
  return event
}

const thinOf = ({ id, type, created_at, data: { object } }: Event): ThinEvent => ({
  id,
  type,
  created_at,
  data: { object: { id: typeof object['id'] === 'string' ? object['id'] : null } },
})
