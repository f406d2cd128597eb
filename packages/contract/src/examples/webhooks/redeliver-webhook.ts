import type { OperationExample } from '../operation-example.ts'
import { sampleWebhookDelivery } from './shared.ts'

/** A recorded request and answer of `redeliverWebhook`. */
export const redeliverWebhookExample: OperationExample = {
  request: { params: { id: 'wd_01966f9e-3c80-7e1c-9b47-000000000016' }, query: {} },
  answer: sampleWebhookDelivery,
}
