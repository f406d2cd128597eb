import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOrganization } from '#server/index.ts'
import { readConfig } from '#server/config/read-config.ts'
import { startServer } from '#server/wiring/start-server.ts'
import { expect, onTestFinished, test } from 'vitest'
import { openTestDatabase } from '../../support/databases/databases.ts'
import { silentLogger } from '../../support/services/use-operated-server.ts'

/** A sandbox as an operator starts it, and a function that sends requests with the key of its one organization. */
const startSandbox = async (settings: Readonly<Record<string, string>>) => {
  const database = await openTestDatabase('postgresql')
  const folder = mkdtempSync(join(tmpdir(), 'billing-'))
  const config = readConfig({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    SECRET_KEY: 'the secret of a public sandbox in the tests',
    RATE_LIMIT: 'off',
    ...settings,
  })
  const server = await startServer({ config, logger: silentLogger })
  onTestFinished(async () => {
    await server.close()
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const wall = new Date().toISOString()
  const { id } = await createOrganization(database.db, { name: 'Shop', originsOfFirst: null, wall })
  const { key } = await server.apiKeys.create(id, { scopes: null, wall })
  return {
    database,
    send: async (method: string, path: string, body?: object) => {
      const response = await fetch(`http://127.0.0.1:${config.port}${path}`, {
        method,
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: (await response.json()) as Record<string, never> }
    },
  }
}

/** A local port that must receive no connection, such as Caddy's admin port, and the number of connections it received. */
const listenLocally = async () => {
  let connections = 0
  const local = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  await once(local.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void local.close())
  return { port: (local.address() as AddressInfo).port, connections: () => connections }
}

const publicly = async () => {
  const probe = await listenLocally()
  const free = createServer()
  await once(free.listen(0, '127.0.0.1'), 'listening')
  const { port } = free.address() as AddressInfo
  free.close()
  await once(free, 'close')
  return { probe, settings: { PORT: String(port), PUBLIC_URL: 'https://sandbox.example' } }
}

test('a public sandbox sends no webhook to its own machine', { timeout: 60_000 }, async () => {
  const { probe, settings } = await publicly()
  const { send, database } = await startSandbox(settings)
  const urls = ['127.0.0.1', 'localhost', '[::1]'].map((host) => `http://${host}:${probe.port}/stop`)

  const answers = await Promise.all(urls.map((url) => send('POST', '/webhook-endpoints', { url, event_types: ['*'] })))
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400])

  // An endpoint that was created before the server had its public address.
  const { body } = await send('POST', '/webhook-endpoints', { url: 'https://shop.example/', event_types: ['*'] })
  await database.db.updateTable('webhookEndpoints').set({ url: urls[1]! }).where('id', '=', body['id']!).execute()
  await send('POST', `/webhook-endpoints/${String(body['id'])}/test`)
  const deliveries = async () => JSON.stringify((await send('GET', '/webhook-deliveries')).body)
  await expect.poll(deliveries, { timeout: 20_000 }).toContain('no address that webhooks may be sent to')
  expect(probe.connections()).toBe(0)
})

test('an operator may let a public sandbox reach its own machine', { timeout: 60_000 }, async () => {
  const { probe, settings } = await publicly()
  const { send } = await startSandbox({ ...settings, WEBHOOKS_ALLOW: '127.0.0.1' })

  const { status } = await send('POST', '/webhook-endpoints', {
    url: `http://localhost:${probe.port}/`,
    event_types: ['*'],
  })

  expect(status).toBe(200)
})
