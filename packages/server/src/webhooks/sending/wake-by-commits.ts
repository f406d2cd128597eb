import { AsyncLocalStorage } from 'node:async_hooks'
import type { Billing } from '../../billing/billing.ts'
import { actingAs, fromNowhere } from '../../store/acting.ts'
import { afterEachWrite } from '../../store/writes/after-writes.ts'
import { troubleOf } from '../../store/engine/errors/database-trouble.ts'
import type { WebhookSender } from './webhook-sender.ts'

const pauseMillis = 100

/**
 * Lets a sender look at once when this process has committed something, at most ten times a second. What other processes commit
 * it finds when it looks by itself. Answers the function that ends this.
 */
export const wakeByCommits = (
  { database, logger }: Pick<Billing, 'database' | 'logger'>,
  sender: Pick<WebhookSender, 'begin'>,
): (() => void) => {
  // The context of the commit, such as its organization, must not apply to the sending that it triggers.
  const apart = AsyncLocalStorage.snapshot()
  let timer: NodeJS.Timeout | undefined
  let lastAt = -Infinity
  const look = () => {
    timer = undefined
    lastAt = performance.now()
    apart(() => actingAs({ who: 'system', what: 'due-webhook_endpoint', ...fromNowhere }, () => sender.begin())).catch(
      (error: unknown) => {
        if (troubleOf(error) === undefined) logger.error({ err: error }, 'webhooks could not be looked for')
      },
    )
  }
  const stop = afterEachWrite(database, () => {
    timer ??= setTimeout(look, Math.max(0, lastAt + pauseMillis - performance.now()))
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}
