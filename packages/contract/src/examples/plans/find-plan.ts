import type { OperationExample } from '../operation-example.ts'
import { samplePlan } from './shared.ts'

/** A recorded request and answer of `findPlan`. */
export const findPlanExample: OperationExample = {
  request: { params: { id: 'price_01966f9e-3c80-7e1c-9b47-000000000001' }, query: {} },
  answer: samplePlan,
}
