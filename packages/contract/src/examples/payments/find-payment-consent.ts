import type { OperationExample } from '../operation-example.ts'
import { sampleData } from './shared.ts'

/** A recorded request and answer of `findPaymentConsent`. */
export const findPaymentConsentExample: OperationExample = {
  request: { params: { id: 'pay_01966f9e-3c80-7e1c-9b47-000000000007' }, query: {} },
  answer: sampleData,
}
