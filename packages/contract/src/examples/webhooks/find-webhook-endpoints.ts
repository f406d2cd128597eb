import type { OperationExample } from '../operation-example.ts'
import { sampleWebhookEndpoint } from './shared.ts'

/** A recorded request and answer of `findWebhookEndpoints`. */
export const findWebhookEndpointsExample: OperationExample = {
  request: { params: {}, query: {} },
  answer: {
    data: [sampleWebhookEndpoint],
    meta: { limit: 100, page: 1, pages: 1, total: 1, snapshot_at: '2027-04-02T09:00:00.000Z' },
  },
}
