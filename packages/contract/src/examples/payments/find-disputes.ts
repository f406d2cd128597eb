import type { OperationExample } from '../operation-example.ts'
import { sampleDispute } from './shared.ts'

/** A recorded request and answer of `findDisputes`. */
export const findDisputesExample: OperationExample = {
  request: { params: {}, query: { payment_id: 'pay_01966f9e-3c80-7e1c-9b47-000000000023', status: 'needs_response' } },
  answer: {
    data: [sampleDispute],
    meta: { limit: 100, page: 1, pages: 1, total: 1, snapshot_at: '2027-04-03T09:29:59.999Z' },
  },
}
