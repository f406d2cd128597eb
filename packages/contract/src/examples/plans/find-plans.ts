import type { OperationExample } from '../operation-example.ts'
import { samplePlan } from './shared.ts'

/** A recorded request and answer of `findPlans`. */
export const findPlansExample: OperationExample = {
  request: { params: {}, query: { search: 'reader', limit: '10' } },
  answer: {
    data: [samplePlan],
    meta: { limit: 10, page: 1, pages: 1, total: 1, snapshot_at: '2027-03-02T09:00:00.000Z' },
  },
}
