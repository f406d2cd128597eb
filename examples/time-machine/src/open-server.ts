import { createLogger, createOrganization, readConfig, startServer } from '@billing-checkout/server'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A server to play the story on. */
export interface Server {
  readonly url: string
  readonly apiKey: string
  close(): Promise<void>
}

/** The server at an address, with the key from `BILLING_API_KEY`; null if no key is set. Without an address, a new sandbox. */
export const openServer = async (address: string | undefined): Promise<Server | null> => {
  if (address === undefined) return startOwn()
  const { BILLING_API_KEY: apiKey = '' } = process.env
  return apiKey === '' ? null : { url: address.replace(/\/+$/, ''), apiKey, close: async () => {} }
}

/** Starts a sandbox server in a temporary folder, which is deleted at the end. The server ignores this machine's environment variables. */
const startOwn = async (): Promise<Server> => {
  const folder = mkdtempSync(join(tmpdir(), 'time-machine-'))
  const config = readConfig({ PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent', RATE_LIMIT: 'off' })
  const server = await startServer({ config, logger: createLogger(config.logLevel, 2) })
  const wall = new Date().toISOString()
  const { id } = await createOrganization(server.billing.database, {
    name: 'Lantern Books',
    originsOfFirst: null,
    wall,
  })
  const { key } = await server.apiKeys.create(id, { scopes: null, wall })
  const close = async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { url: server.url, apiKey: key, close }
}
