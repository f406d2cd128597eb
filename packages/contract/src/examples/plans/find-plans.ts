import type { OperationExample } from '../operation-example.ts'
import { plan } from './shared.ts'

/** A recorded request and answer of `findPlans`. */
export const findPlansExample: OperationExample = {
  request: { params: {}, query: { search: 'reader', limit: '10' } },
  answer: { data: [plan], meta: { limit: 10, page: 1, pages: 1, total: 1, snapshot_at: '2027-03-02T09:00:00.000Z' } },
}
