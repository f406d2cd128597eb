import type { WebhookSender } from '../webhooks/webhook-sender.ts'
import type { Job } from './job.ts'

/** Looks four times a second whether an endpoint has something to be sent; an event waits no longer than that for its first try. */
export const webhookJob = (sender: WebhookSender): Job => ({
  name: 'send-webhooks',
  everySeconds: 0.25,
  run: () => sender.begin(),
})
