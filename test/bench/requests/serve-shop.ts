import { createLogger, readConfig, startServer } from '#server/index.ts'
import { instantProcessor } from '../instant-processor.ts'
import { openShop } from '../open-shop.ts'

// The service as an operator runs it, with one organization and a processor that takes no time.
const config = readConfig(process.env)
const server = await startServer({ config, logger: createLogger(config.logLevel, 2), processor: instantProcessor })
process.send?.({ port: Number(new URL(server.url).port), ...(await openShop(server, 'Bench')) })
