import type { OperationExample } from '../operation-example.ts'

/** What a server answered to a request of `findWebhookDeliveries`. */
export const findWebhookDeliveriesExample: OperationExample = {
  request: { params: {}, query: { endpoint_id: 'we_01966f9e-3c80-7e1c-9b47-000000000013', status: 'pending' } },
  answer: {
    data: [
      {
        id: 'wd_01966f9e-3c80-7e1c-9b47-000000000014',
        endpoint_id: 'we_01966f9e-3c80-7e1c-9b47-000000000013',
        event_id: 'evt_01966f9e-3c80-7e1c-9b47-000000000015',
        event_type: 'webhook_endpoint.test',
        status: 'pending',
        attempts: [],
        next_attempt_at: '2027-03-02T09:00:00.000Z',
        created_at: '2027-04-02T09:00:00.000Z',
      },
    ],
    meta: { limit: 100, page: 1, pages: 1, total: 1, snapshot_at: '2027-04-02T09:00:00.000Z' },
  },
}
