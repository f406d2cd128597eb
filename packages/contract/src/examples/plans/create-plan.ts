import type { OperationExample } from '../operation-example.ts'
import { samplePlan } from './shared.ts'

/** A recorded request and answer of `createPlan`. */
export const createPlanExample: OperationExample = {
  request: {
    params: {},
    query: {},
    body: {
      name: 'Reader',
      type: 'recurring',
      interval: 'months',
      price: {
        default: { amount: 999, currency: 'EUR' },
        countries: [{ countries: ['JP'], price: { amount: 1600, currency: 'JPY' } }],
      },
    },
  },
  answer: samplePlan,
}
