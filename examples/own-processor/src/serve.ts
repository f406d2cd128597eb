import { createLogger, readConfig, startServer } from '@billing-checkout/server'
import { ownProcessor } from './own-processor.ts'

const config = readConfig(process.env)
const server = await startServer({ config, logger: createLogger(config.logLevel, 1), processor: ownProcessor() })
process.once('SIGTERM', () => server.close())
