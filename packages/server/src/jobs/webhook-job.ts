import type { WebhookSender } from '../webhooks/sending/webhook-sender.ts'
import type { Job } from './job.ts'

/**
 * Checks twice a second whether anything is due for an endpoint, such as retries or events of another process. Commits of this process wake
 * the sender directly.
 */
export const webhookJob = (sender: WebhookSender): Job => ({
  name: 'send-webhooks',
  everySeconds: 0.5,
  run: () => sender.begin(),
})
