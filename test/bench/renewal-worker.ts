import { manyAtATime } from '#server/billing/due-work/due-work.ts'
import { processDueSubscriptions } from '#server/billing/due-work/process-due-subscriptions.ts'
import { createBilling } from '#server/create-billing.ts'
import { createLogger, readConfig } from '#server/index.ts'
import { openStore } from '#server/open-store.ts'
import { instantProcessor } from './instant-processor.ts'

// One worker of many: told to go it renews until nothing is due, and tells how many and how long.
const config = readConfig(process.env)
const logger = createLogger(config.logLevel, 2)
const { database, masterSecret } = await openStore(config, logger)
const { billing } = await createBilling({
  database: database.db,
  masterSecret,
  logger,
  mode: config.mode,
  wallClock: () => new Date().toISOString(),
  processor: instantProcessor,
})

process.on('message', async () => {
  const began = performance.now()
  let renewed = 0
  for (let round = 1; round > 0; renewed += round) {
    round = (await processDueSubscriptions(billing, manyAtATime)).length
  }
  process.send?.({ renewed, seconds: (performance.now() - began) / 1000 })
})
process.send?.('ready')
