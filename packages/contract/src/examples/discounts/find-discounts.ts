import type { OperationExample } from '../operation-example.ts'
import { sampleUpdateDiscount } from './shared.ts'

/** A recorded request and answer of `findDiscounts`. */
export const findDiscountsExample: OperationExample = {
  request: { params: {}, query: { code: 'spring20' } },
  answer: {
    data: [sampleUpdateDiscount],
    meta: { limit: 100, page: 1, pages: 1, total: 1, snapshot_at: '2027-05-11T09:00:59.999Z' },
  },
}
