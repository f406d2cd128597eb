import type { OperationExample } from '../operation-example.ts'

/** A recorded request and answer of `replayWebhooks`. */
export const replayWebhooksExample: OperationExample = {
  request: {
    params: { id: 'we_01966f9e-3c80-7e1c-9b47-000000000015' },
    query: {},
    body: { from: '2027-03-17T00:00:00Z', to: '2027-03-18T00:00:00Z' },
  },
  answer: { replayed: 0 },
}
