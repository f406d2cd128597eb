import type { OperationExample } from '../operation-example.ts'
import { sampleUpdatePaymentLink } from './shared.ts'

/** A recorded request and answer of `findPaymentLink`. */
export const findPaymentLinkExample: OperationExample = {
  request: { params: { id: 'link_01966f9e-3c80-7e1c-9b47-000000000033' }, query: {} },
  answer: sampleUpdatePaymentLink,
}
