import type { OperationExample } from '../operation-example.ts'

/** A recorded request and answer of `rotateWebhookSecret`. */
export const rotateWebhookSecretExample: OperationExample = {
  request: { params: { id: 'we_01966f9e-3c80-7e1c-9b47-000000000015' }, query: {} },
  answer: {
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
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwJnpTPQH2Pxs=',
  },
}
