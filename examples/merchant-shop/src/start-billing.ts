import {
  type Config,
  createLogger,
  createOrganization,
  issueSetUpCode,
  listOrganizations,
  type RunningServer,
  setUp,
  startServer,
  updateOrganization,
} from '@billing-checkout/server'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { shopName, shopSettings } from './shop-settings.ts'
import { stripeOf } from './stripe-of.ts'

// A real shop uses a billing service elsewhere, with a key from `billing-checkout key create`. The demonstration runs the shop and the
// service in one process; all code for that is in this file.

/** The billing service of the shop: its address and key, and how to configure and stop it. */
export interface Billing {
  readonly url: string
  /** The origin of the card frame. */
  readonly frameOrigin: string
  readonly apiKey: string
  readonly organizationId: string
  /** The dashboard user whom the demonstration has created; null if it created none, because the server is live or already had a user. */
  readonly dashboardUser: DashboardUser | null
  /** The page with the sandbox's emails; null if the service sends emails for real. */
  readonly inboxUrl: string | null
  /** Configures the shop's name and pages for the checkout and the emails, and switches emails to customers on. */
  introduceShop(shopUrl: string): Promise<void>
  close(): Promise<void>
}

/** Starts the billing server, and finds or creates the shop's organization and key. */
export const startBilling = async (config: Config): Promise<Billing> => {
  const processor = stripeOf(process.env)
  const logger = createLogger(config.logLevel, 1)
  const server = await startServer({ config, logger, ...(processor && { processor }) })
  try {
    const file = join(config.dataDir, 'shop', 'credentials.json')
    const credentials = (await readCredentials(server, file)) ?? (await makeCredentials(server, config, file))
    return {
      url: server.url,
      frameOrigin: server.frameOrigin ?? server.url,
      ...credentials,
      inboxUrl: config.mode === 'sandbox' && config.smtpUrl === null ? `${server.url}/sandbox/emails` : null,
      introduceShop: (shopUrl) => introduce(server, credentials.organizationId, shopUrl),
      close: () => server.close(),
    }
  } catch (error) {
    await server.close()
    throw error
  }
}

interface Credentials {
  readonly organizationId: string
  readonly apiKey: string
  readonly dashboardUser: DashboardUser | null
}

/** The demonstration's user; the password is valid only in this database. */
export interface DashboardUser {
  readonly email: string
  readonly password: string
}

/**
 * Reads the stored credentials, because the server reveals a key only once. Null if none are stored, or the server does not know the key.
 */
const readCredentials = async (server: RunningServer, file: string): Promise<Credentials | null> => {
  try {
    const { apiKey, dashboardUser } = JSON.parse(readFileSync(file, 'utf8')) as Credentials
    const { organization } = await server.apiKeys.authenticate(apiKey, now())
    return { organizationId: organization.id, apiKey, dashboardUser }
  } catch {
    return null
  }
}

const makeCredentials = async (server: RunningServer, config: Config, file: string): Promise<Credentials> => {
  const { database } = server.billing
  const known = (await listOrganizations(database)).find(({ name }) => name === shopName)
  const organization =
    known ??
    (await createOrganization(database, { name: shopName, originsOfFirst: config.allowedOrigins, wall: now() }))
  const { key } = await server.apiKeys.create(organization.id, { scopes: null, wall: now() })
  const dashboardUser = await makeDashboardUser(server, config)
  const credentials = { organizationId: organization.id, apiKey: key, dashboardUser }
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(file, JSON.stringify(credentials), { mode: 0o600 })
  return credentials
}

const makeDashboardUser = async ({ billing }: RunningServer, config: Config): Promise<DashboardUser | null> => {
  if (config.mode !== 'sandbox') return null
  const issued = await issueSetUpCode(billing.database, null, now())
  if (issued === undefined) return null
  const user = { email: 'demo@nine-kettles.example', password: randomBytes(9).toString('base64url') }
  await setUp(billing, { ...user, code: issued.code, name: 'Demo' })
  return user
}

const introduce = async (server: RunningServer, organizationId: string, shopUrl: string): Promise<void> => {
  await updateOrganization(server.billing.database, organizationId, { settings: shopSettings(shopUrl) }, now())
}

const now = (): string => new Date().toISOString()
