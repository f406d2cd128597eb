import { createBillingClient } from '@billing-checkout/client'
import { type Config, readConfig } from '@billing-checkout/server'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { announce, announceStart } from './announce.ts'
import { stockCatalogue } from './catalogue.ts'
import { createShop } from './create-shop.ts'
import { fulfil } from './fulfil.ts'
import { hearByWebhook } from './hear-by-webhook.ts'
import { openOrderBook, orderBookFile } from './order-book.ts'
import { findPricesWith } from './prices.ts'
import { type Billing, startBilling } from './start-billing.ts'
import { stripeOf } from './stripe-of.ts'
import { createTimeMachine } from './time-machine.ts'
import { loadYear, type YearAtStart } from './year/load-year.ts'

const main = async (): Promise<void> => {
  // Logs only warnings, so that the developer sees the banner; LOG_LEVEL=info shows the requests.
  const given = readConfig({ LOG_LEVEL: 'warn', ...process.env })
  const port = readShopPort(process.env['SHOP_PORT'])
  const dataDir = given.databaseUrl === null ? given.dataDir : null
  const announceOpened = announceStart(dataDir)
  const { config, isLoaded, problem } = await openYear(given)
  const billing = await startBilling(config).finally(announceOpened)
  try {
    const shop = await openShop(billing, config, port)
    stopWhenTold(async () => {
      await shop.close()
      await billing.close()
    })
    announce({ shopUrl: shop.url, billing, dataDir, clockOfYear: isLoaded ? shop.openedAt : null, problem })
  } catch (error) {
    await billing.close()
    throw error
  }
}

/** `npm start` passes `--year`, with which the shop begins with the demo year. Without `--year`, it begins empty. */
const openYear = (config: Config): Promise<YearAtStart> =>
  parseArgs({ options: { year: { type: 'boolean' } } }).values.year
    ? loadYear(config, stripeOf(process.env) === undefined)
    : Promise.resolve({ config, isLoaded: false, problem: null })

interface OpenShop {
  readonly url: string
  /** When the shop opened, by the billing clock. */
  readonly openedAt: string
  close(): Promise<void>
}

const openShop = async (billing: Billing, config: Config, port: number): Promise<OpenShop> => {
  const client = createBillingClient({
    apiKey: billing.apiKey,
    baseUrl: billing.url,
    timeoutSeconds: 20,
    retriesMax: 1,
  })
  const catalogue = await stockCatalogue(client)
  const book = openOrderBook(orderBookFile(config.dataDir, billing.organizationId))
  const time = createTimeMachine(client)
  const openedAt = await time.now()
  const findPrices = findPricesWith(client, catalogue)
  // Empty until the shop listens, because only then is the webhook endpoint registered.
  const webhooks: { secret?: string } = {}
  const server = createServer(
    createShop({
      client,
      billingUrl: billing.url,
      frameOrigin: billing.frameOrigin,
      catalogue,
      findPrices,
      book,
      time,
      inboxUrl: billing.inboxUrl,
      webhookSecret: () => webhooks.secret,
    }),
  )
  await listen(server, port, config.host)
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  await billing.introduceShop(url)
  const endpointFile = join(config.dataDir, 'shop', `${billing.organizationId}.webhooks.json`)
  webhooks.secret = await hearByWebhook(client, `${url}/webhooks`, endpointFile)

  const listening = new AbortController()
  const following = fulfil(client, book, listening.signal, (error) => console.warn(error.message))
  // If the shop cannot read events, no order is ever paid, so stop the shop.
  following.catch(fail)
  return {
    url,
    openedAt,
    async close() {
      listening.abort()
      server.close()
      server.closeAllConnections()
      await following
    },
  }
}

const listen = async (server: Server, port: number, host: string): Promise<void> => {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new Error(`Port ${port} is in use: stop what listens there, or name another SHOP_PORT.`, { cause: error })
  }
}

/** On the first signal, finishes running requests and stops; on the second, exits at once. */
const stopWhenTold = (stop: () => Promise<void>): void => {
  let isTold = false
  const end = () => {
    if (isTold) process.exit(1)
    isTold = true
    stop().then(() => process.exit(0), fail)
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, end)
}

const readShopPort = (text = ''): number => {
  if (text === '') return 4243
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new Error(`SHOP_PORT must be a whole number from 0 to 65535, got ${JSON.stringify(text)}.`)
}

const fail = (error: unknown): never => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

await main().catch(fail)
