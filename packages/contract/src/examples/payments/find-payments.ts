import type { OperationExample } from '../operation-example.ts'
import { samplePayment } from './shared.ts'

/** A recorded request and answer of `findPayments`. */
export const findPaymentsExample: OperationExample = {
  request: { params: {}, query: { currency_code: 'EUR', amount_from: '2000', payment_status_in: 'SETTLING,SETTLED' } },
  answer: {
    data: [samplePayment],
    meta: { limit: 100, page: 1, pages: 1, total: 1, snapshot_at: '2027-03-02T09:00:00.000Z' },
  },
}
