import type { OperationExample } from '../operation-example.ts'
import { samplePayment } from './shared.ts'

/** A recorded request and answer of `findPayment`. */
export const findPaymentExample: OperationExample = {
  request: { params: { id: 'pay_01966f9e-3c80-7e1c-9b47-000000000010' }, query: {} },
  answer: samplePayment,
}
