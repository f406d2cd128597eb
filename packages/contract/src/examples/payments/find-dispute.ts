import type { OperationExample } from '../operation-example.ts'
import { sampleDispute } from './shared.ts'

/** A recorded request and answer of `findDispute`. */
export const findDisputeExample: OperationExample = {
  request: { params: { id: 'dp_01966f9e-3c80-7e1c-9b47-000000000024' }, query: {} },
  answer: sampleDispute,
}
