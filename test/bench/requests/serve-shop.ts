import { createLogger, readConfig, startServer } from '#server/index.ts'
import type { Processor } from '#server/processors/processor.ts'
import { addUser } from '../../support/services/dashboard.ts'
import { instantProcessor } from '../processors/instant-processor.ts'
import { openShop } from '../serving/open-shop.ts'

/** A processor that takes no time and stores every card, so that subscriptions can be charged again. */
const keeping: Processor = {
  ...instantProcessor,
  authorize: async (request) => {
    const outcome = await instantProcessor.authorize(request)
    return outcome.kind === 'approved' ? { ...outcome, storedToken: request.reference } : outcome
  },
}

// The service as an operator runs it, with one organization.
const config = readConfig(process.env)
const server = await startServer({ config, logger: createLogger(config.logLevel, 2), processor: keeping })
const shop = await openShop(server, 'Bench')
const { cookie } = await addUser({ database: { db: server.billing.database } }, { [shop.organizationId]: 'admin' })
process.send?.({ port: Number(new URL(server.url).port), cookie, ...shop })
