import { defaultConcurrency } from '#server/billing/worklist/worklist.ts'
import { processDueSubscriptions } from '#server/billing/due-work/process-due-subscriptions.ts'
import { createBilling } from '#server/wiring/create-billing.ts'
import { createLogger, readConfig } from '#server/index.ts'
import { openStore } from '#server/wiring/open-store.ts'
import { instantProcessor } from '../processors/instant-processor.ts'
import { slowProcessor } from '../processors/slow-processor.ts'

// One of several workers. On a message, it renews until nothing is due, and reports how many subscriptions it renewed and how long that
// took. `PROCESSOR_MILLIS` is how long the processor takes (0 by default); `LANES` is how many renewals are in flight.
const config = readConfig(process.env)
const millis = Number(process.env['PROCESSOR_MILLIS'] ?? 0)
const how = { ...defaultConcurrency, concurrency: Number(process.env['LANES'] ?? defaultConcurrency.concurrency) }
const logger = createLogger(config.logLevel, 2)
const { database, masterSecret } = await openStore(config, logger)
const { billing } = await createBilling({
  database: database.db,
  masterSecret,
  logger,
  mode: config.mode,
  wallClock: () => new Date().toISOString(),
  processor: millis === 0 ? instantProcessor : slowProcessor(millis),
})

process.on('message', async () => {
  const began = performance.now()
  let renewed = 0
  for (let round = 1; round > 0; renewed += round) {
    round = (await processDueSubscriptions(billing, how, how.concurrency * 2)).length
  }
  process.send?.({ renewed, seconds: (performance.now() - began) / 1000 })
})
process.send?.('ready')
