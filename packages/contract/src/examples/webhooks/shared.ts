/** Part of the examples of testWebhookEndpoint, redeliverWebhook and findWebhookDeliveries. */
export const sampleWebhookDelivery = {
  id: 'wd_01966f9e-3c80-7e1c-9b47-000000000016',
  endpoint_id: 'we_01966f9e-3c80-7e1c-9b47-000000000015',
  event_id: 'evt_01966f9e-3c80-7e1c-9b47-000000000017',
  event_type: 'webhook_endpoint.test',
  status: 'pending',
  attempts: [],
  next_attempt_at: '2027-03-02T09:00:00.000Z',
  created_at: '2027-04-02T09:00:00.000Z',
}

/** Part of the examples of findWebhookEndpoint and findWebhookEndpoints. */
export const sampleWebhookEndpoint = {
  id: 'we_01966f9e-3c80-7e1c-9b47-000000000015',
  url: 'https://shop.example/webhooks',
  description: null,
  event_types: ['payment.created', 'payment.updated'],
  mode: 'parallel',
  payload: 'full',
  enabled: true,
  disabled_reason: null,
  failing_since: null,
  events_behind: 0,
  created_at: '2027-04-02T09:00:00.000Z',
  updated_at: '2027-04-02T09:00:00.000Z',
}

/** Part of the examples of updateWebhookEndpoint and deleteWebhookEndpoint. */
export const sampleWebhookEndpointOfUpdateWebhookEndpoint = {
  id: 'we_01966f9e-3c80-7e1c-9b47-000000000015',
  url: 'https://shop.example/webhooks',
  description: 'Fulfilment',
  event_types: ['payment.created', 'payment.updated'],
  mode: 'parallel',
  payload: 'full',
  enabled: true,
  disabled_reason: null,
  failing_since: null,
  events_behind: 0,
  created_at: '2027-04-02T09:00:00.000Z',
  updated_at: '2027-04-02T09:00:00.000Z',
}
