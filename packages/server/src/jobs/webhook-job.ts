import type { WebhookSender } from '../webhooks/sending/webhook-sender.ts'
import type { Job } from './job.ts'

/**
 * Looks twice a second whether an endpoint has something to be sent: retries, and events that another process has committed wait no
 * longer than that. Commits of this process wake the sender themselves.
 */
export const webhookJob = (sender: WebhookSender): Job => ({
  name: 'send-webhooks',
  everySeconds: 0.5,
  run: () => sender.begin(),
})
