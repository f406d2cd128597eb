import { AsyncLocalStorage } from 'node:async_hooks'
import { databaseTroubleOf } from '@billing-checkout/database/errors'
import type { Billing } from '../../billing/billing.ts'
import { actingAs, withoutRequest } from '../../store/acting.ts'
import { afterEachWrite } from '../../store/writes/after-writes.ts'
import type { WebhookSender } from './webhook-sender.ts'

const pauseMillis = 100

/**
 * Makes a sender check for work after commits of this process, at most ten times a second. The sender's regular checks find the commits of
 * other processes. Returns the function that ends these extra checks.
 */
export const wakeSenderAfterCommits = (
  { database, logger }: Pick<Billing, 'database' | 'logger'>,
  sender: Pick<WebhookSender, 'begin'>,
): (() => void) => {
  // Sending must not inherit the context of the commit that triggers it, such as its organization.
  const outsideContext = AsyncLocalStorage.snapshot()
  let timer: NodeJS.Timeout | undefined
  let lastAt = -Infinity
  const begin = () => {
    timer = undefined
    lastAt = performance.now()
    outsideContext(() =>
      actingAs({ who: 'system', what: 'due-webhook_endpoint', ...withoutRequest }, () => sender.begin()),
    ).catch((error: unknown) => {
      if (databaseTroubleOf(error) === undefined) logger.error({ err: error }, 'webhooks could not be looked for')
    })
  }
  const stop = afterEachWrite(database, () => {
    timer ??= setTimeout(begin, Math.max(0, lastAt + pauseMillis - performance.now()))
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}
