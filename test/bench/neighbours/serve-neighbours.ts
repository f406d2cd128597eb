import { createLogger, readConfig, startServer } from '#server/index.ts'
import { openShop } from '../serving/open-shop.ts'

// The service as an operator runs it, with two organizations, one of which sends too much.
const config = readConfig(process.env)
const server = await startServer({ config, logger: createLogger(config.logLevel, 2) })
process.send?.({
  port: Number(new URL(server.url).port),
  quiet: await openShop(server, 'Quiet'),
  loud: await openShop(server, 'Loud'),
})
