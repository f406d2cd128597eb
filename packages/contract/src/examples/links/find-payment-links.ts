import type { OperationExample } from '../operation-example.ts'
import { sampleUpdatePaymentLink } from './shared.ts'

/** A recorded request and answer of `findPaymentLinks`. */
export const findPaymentLinksExample: OperationExample = {
  request: { params: {}, query: { plan_id: 'price_01966f9e-3c80-7e1c-9b47-000000000009', active: 'true' } },
  answer: {
    data: [sampleUpdatePaymentLink],
    meta: { limit: 100, page: 1, pages: 1, total: 1, snapshot_at: '2027-05-10T09:00:59.999Z' },
  },
}
