import type { OperationExample } from '../operation-example.ts'
import { sampleData } from './shared.ts'

/** A recorded request and answer of `findConsents`. */
export const findConsentsExample: OperationExample = {
  request: { params: {}, query: { payment_id: 'pay_01966f9e-3c80-7e1c-9b47-000000000007' } },
  answer: {
    data: [sampleData],
    meta: { limit: 100, page: 1, pages: 1, total: 1, snapshot_at: '2027-03-02T09:00:00.000Z' },
  },
}
