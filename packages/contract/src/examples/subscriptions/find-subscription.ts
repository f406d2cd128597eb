import type { OperationExample } from '../operation-example.ts'
import { sampleSubscription } from './shared.ts'

/** A recorded request and answer of `findSubscription`. */
export const findSubscriptionExample: OperationExample = {
  request: { params: { id: 'sub_01966f9e-3c80-7e1c-9b47-000000000008' }, query: {} },
  answer: sampleSubscription,
}
