import { addSeconds } from '@billing-checkout/domain'
import { onTestFinished } from 'vitest'
import { createWebhookSender } from '#server/webhooks/sending/webhook-sender.ts'
import type { TestDatabase } from '../databases/databases.ts'
import { type RunningService, startService } from '../services/running-service.ts'
import { startReceiver } from './webhook-receiver.ts'

/** A shop for one test, with one endpoint, a sender that runs on command, and a wall clock that can be moved. */
export const openWebhookShop = async (open: () => Promise<TestDatabase>, asked: object = {}) => {
  let wall = new Date().toISOString()
  const service = await startService(await open(), { wallClock: () => wall })
  onTestFinished(() => service.close())
  const sender = createWebhookSender(service.billing)
  onTestFinished(() => sender.close())
  const receiver = await startReceiver()
  const { body: endpoint } = await service.send('POST', '/webhook-endpoints', {
    body: { url: receiver.url, ...asked },
  })
  return {
    service,
    receiver,
    endpoint,
    sender,
    /** Runs the sender once, this many seconds later. */
    async later(seconds = 0) {
      wall = addSeconds(wall, seconds)
      await sender.begin()
      await sender.finish()
    },
    deliveries: async (query = '') => (await service.send('GET', `/webhook-deliveries?order=asc${query}`)).body.data,
    look: async () => (await service.send('GET', `/webhook-endpoints/${endpoint.id}`)).body,
    change: (body: object) => service.send('PATCH', `/webhook-endpoints/${endpoint.id}`, { body }),
  }
}

/** Creates customers, with one event each. Returns their ids. */
export const makeCustomers = async (service: RunningService, count = 1): Promise<string[]> => {
  const ids: string[] = []
  for (let made = 0; made < count; made++) ids.push((await service.send('POST', '/customers', { body: {} })).body.id)
  return ids
}
