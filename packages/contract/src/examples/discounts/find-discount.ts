import type { OperationExample } from '../operation-example.ts'
import { sampleUpdateDiscount } from './shared.ts'

/** A recorded request and answer of `findDiscount`. */
export const findDiscountExample: OperationExample = {
  request: { params: { id: 'disc_01966f9e-3c80-7e1c-9b47-000000000037' }, query: {} },
  answer: sampleUpdateDiscount,
}
