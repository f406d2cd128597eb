import type { OperationExample } from '../operation-example.ts'
import { sampleUpdateDiscount } from './shared.ts'

/** A recorded request and answer of `updateDiscount`. */
export const updateDiscountExample: OperationExample = {
  request: {
    params: { id: 'disc_01966f9e-3c80-7e1c-9b47-000000000037' },
    query: {},
    body: { ends_at: '2027-06-30T22:00:00Z', max_redemptions: 500 },
  },
  answer: sampleUpdateDiscount,
}
