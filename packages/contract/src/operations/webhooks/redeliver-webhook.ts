import { webhookDelivery } from '../../resources/webhook-delivery.ts'
import { operation } from '../parts/operation.ts'
import { idParam, none } from '../parts/common-parts.ts'

/** Sends an event to an endpoint again. */
export const redeliverWebhook = operation({
  name: 'redeliverWebhook',
  method: 'POST',
  path: '/webhook-deliveries/{id}/redeliver',
  summary: 'Redeliver a webhook',
  description: [
    'Sends the event of a delivery once more, whatever became of it before, and again until it has arrived as if it were new.',
    'It carries the same `webhook-id`. While its endpoint is disabled or fails it waits. In `ordered` mode it goes behind what is pending before it, and later events of its subject wait for it.',
  ],
  callers: ['merchant'],
  scope: { resource: 'webhooks', access: 'write' },
  params: idParam,
  query: none,
  body: null,
  answer: webhookDelivery,
  problems: ['not_found'],
})
