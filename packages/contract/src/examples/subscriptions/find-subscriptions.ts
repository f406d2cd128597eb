import type { OperationExample } from '../operation-example.ts'
import { sampleSubscription } from './shared.ts'

/** A recorded request and answer of `findSubscriptions`. */
export const findSubscriptionsExample: OperationExample = {
  request: { params: {}, query: { customer_id: 'cus_01966f9e-3c80-7e1c-9b47-000000000003', status: 'active' } },
  answer: {
    data: [sampleSubscription],
    meta: { limit: 100, page: 1, pages: 1, total: 1, snapshot_at: '2027-03-02T09:00:00.000Z' },
  },
}
