import type { OperationExample } from '../operation-example.ts'

/** What a server answered to a request of `redeliverWebhook`. */
export const redeliverWebhookExample: OperationExample = {
  request: { params: { id: 'wd_01966f9e-3c80-7e1c-9b47-000000000014' }, query: {} },
  answer: {
    id: 'wd_01966f9e-3c80-7e1c-9b47-000000000014',
    endpoint_id: 'we_01966f9e-3c80-7e1c-9b47-000000000013',
    event_id: 'evt_01966f9e-3c80-7e1c-9b47-000000000015',
    event_type: 'webhook_endpoint.test',
    status: 'pending',
    attempts: [],
    next_attempt_at: '2027-03-02T09:00:00.000Z',
    created_at: '2027-04-02T09:00:00.000Z',
  },
}
