import type { OperationExample } from '../operation-example.ts'
import { sampleWebhookDelivery } from './shared.ts'

/** A recorded request and answer of `testWebhookEndpoint`. */
export const testWebhookEndpointExample: OperationExample = {
  request: { params: { id: 'we_01966f9e-3c80-7e1c-9b47-000000000015' }, query: {} },
  answer: sampleWebhookDelivery,
}
