import type { OperationExample } from '../operation-example.ts'
import { sampleWebhookEndpoint } from './shared.ts'

/** A recorded request and answer of `findWebhookEndpoint`. */
export const findWebhookEndpointExample: OperationExample = {
  request: { params: { id: 'we_01966f9e-3c80-7e1c-9b47-000000000015' }, query: {} },
  answer: sampleWebhookEndpoint,
}
