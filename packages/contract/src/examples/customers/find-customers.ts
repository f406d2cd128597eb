import type { OperationExample } from '../operation-example.ts'
import { sampleCustomer } from './shared.ts'

/** A recorded request and answer of `findCustomers`. */
export const findCustomersExample: OperationExample = {
  request: { params: {}, query: { search: 'user-17' } },
  answer: {
    data: [sampleCustomer],
    meta: { limit: 100, page: 1, pages: 1, total: 1, snapshot_at: '2027-03-02T09:00:00.000Z' },
  },
}
