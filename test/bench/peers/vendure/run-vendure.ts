import { createRequire } from 'node:module'
import { join } from 'node:path'
import { argv, env } from 'node:process'
import { fileURLToPath } from 'node:url'

// Vendure with its default settings on PostgreSQL. `seed` creates the tables and one product without stock counts; `serve` serves its
// APIs.

/** The parts of Vendure that are used; it is installed in a separate folder. */
interface Vendure {
  readonly bootstrap: (config: object) => Promise<{ close(): Promise<void> }>
  readonly dummyPaymentHandler: object
  readonly DefaultLogger: new (options: { readonly level: number }) => object
}

interface VendureCommands {
  readonly populate: (
    bootstrap: () => ReturnType<Vendure['bootstrap']>,
    initialData: object,
    productsPath: string,
  ) => ReturnType<Vendure['bootstrap']>
}

const require = createRequire(join(env['PEER_FOLDER']!, 'package.json'))
const { bootstrap, dummyPaymentHandler, DefaultLogger } = require('@vendure/core') as Vendure
const { populate } = require('@vendure/core/cli') as VendureCommands
const isSeeding = argv[2] === 'seed'
const database = new URL(env['DATABASE_URL']!)
const errorsAndWarnings = 1

const serve = () =>
  bootstrap({
    apiOptions: { hostname: '127.0.0.1', port: Number(env['PORT']), cors: false },
    authOptions: {
      tokenMethod: 'bearer',
      superadminCredentials: { identifier: 'bench', password: 'a password of the benchmarks alone' },
    },
    dbConnectionOptions: {
      type: 'postgres',
      host: database.searchParams.get('host'),
      username: database.username,
      database: database.pathname.slice(1),
      synchronize: isSeeding,
      logging: false,
    },
    paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
    logger: new DefaultLogger({ level: errorsAndWarnings }),
  })

const initialData = {
  defaultLanguage: 'en',
  defaultZone: 'Europe',
  countries: [{ code: 'DE', name: 'Germany', zone: 'Europe' }],
  taxRates: [{ name: 'Standard Tax', percentage: 19 }],
  shippingMethods: [{ name: 'Standard Shipping', price: 500 }],
  paymentMethods: [
    {
      name: 'Card',
      handler: { code: 'dummy-payment-handler', arguments: [{ name: 'automaticSettle', value: 'true' }] },
    },
  ],
  collections: [],
}

if (isSeeding) {
  const seeded = await populate(serve, initialData, fileURLToPath(new URL('product.csv', import.meta.url)))
  await seeded.close()
  process.exit()
} else await serve()
