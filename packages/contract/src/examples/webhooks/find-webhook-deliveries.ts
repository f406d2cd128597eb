import type { OperationExample } from '../operation-example.ts'
import { sampleWebhookDelivery } from './shared.ts'

/** A recorded request and answer of `findWebhookDeliveries`. */
export const findWebhookDeliveriesExample: OperationExample = {
  request: { params: {}, query: { endpoint_id: 'we_01966f9e-3c80-7e1c-9b47-000000000015', status: 'pending' } },
  answer: {
    data: [sampleWebhookDelivery],
    meta: { limit: 100, page: 1, pages: 1, total: 1, snapshot_at: '2027-04-02T09:00:00.000Z' },
  },
}
