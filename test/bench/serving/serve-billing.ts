import { createLogger, readConfig, startServer } from '#server/index.ts'
import { openShop } from './open-shop.ts'

// The service as an operator runs it, with one organization, one key and one plan to read.
const config = readConfig(process.env)
const kinds = process.env['WALLETS'] ? null : (['CARD'] as const)
const server = await startServer({ config, logger: createLogger(config.logLevel, 2) })
process.send?.({ port: Number(new URL(server.url).port), ...(await openShop(server, 'Bench', kinds)) })
