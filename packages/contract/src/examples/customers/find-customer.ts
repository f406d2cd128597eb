import type { OperationExample } from '../operation-example.ts'
import { sampleCustomer } from './shared.ts'

/** A recorded request and answer of `findCustomer`. */
export const findCustomerExample: OperationExample = {
  request: { params: { id: 'cus_01966f9e-3c80-7e1c-9b47-000000000003' }, query: {} },
  answer: sampleCustomer,
}
