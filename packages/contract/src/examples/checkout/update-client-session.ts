import type { OperationExample } from '../operation-example.ts'
import { sampleClientSession } from './shared.ts'

/** A recorded request and answer of `updateClientSession`. */
export const updateClientSessionExample: OperationExample = {
  request: {
    params: { id: '01966f9e-3c80-7e1c-9b47-000000000004' },
    query: {},
    body: { payment: { metadata: { order: '2041' } } },
  },
  answer: sampleClientSession,
}
