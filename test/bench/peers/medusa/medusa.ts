import { randomUUID } from 'node:crypto'
import { cpSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPeer } from '../install-peer.ts'
import { askAt, type Ask, type Peer } from '../peer.ts'
import { findFreePort, runScript, startServer } from '../start-peer.ts'
import { administrator, fillMedusa, type MedusaShop } from './fill-medusa.ts'

const version = '2.21.2'
const packages = ['medusa', 'framework', 'cli'].map((name) => `@medusajs/${name}@${version}`)

/** Medusa, whose store API is REST, with its built-in payment provider, which approves everything. */
export const medusa: Peer = {
  name: `Medusa ${version}`,
  async open({ databaseUrl, folder }) {
    const installed = await installPeer(`medusa-${version}`, packages)
    symlinkSync(join(installed, 'node_modules'), join(folder, 'node_modules'), 'junction')
    cpSync(join(installed, 'package.json'), join(folder, 'package.json'))
    cpSync(fileURLToPath(new URL('medusa-config.cjs', import.meta.url)), join(folder, 'medusa-config.js'))
    const command = (...args: readonly string[]) => ({
      args: [join(installed, 'node_modules/@medusajs/cli/cli.js'), ...args],
      cwd: folder,
      env: { DATABASE_URL: withSocketAsHost(databaseUrl), MEDUSA_DISABLE_TELEMETRY: 'true' },
    })
    await runScript(command('db:migrate'))
    await runScript(command('user', '--email', administrator.email, '--password', administrator.password))
    const port = await findFreePort()
    const { pid, end } = await startServer(command('start', '--host', '127.0.0.1', '--port', String(port)), port)
    const shop = await fillMedusa(askAt(port)).catch(async (error: unknown) => {
      await end()
      throw error
    })
    return { pid, port, sell: (ask) => sell(ask, shop), end }
  },
}

/** Medusa expects a socket's folder in place of the host name. */
const withSocketAsHost = (databaseUrl: string): string => {
  const { username, pathname, searchParams } = new URL(databaseUrl)
  return `postgresql://${username}@${encodeURIComponent(searchParams.get('host') ?? '')}${pathname}`
}

/** The requests of a shop's page, in the order of Medusa's guide to a checkout. */
const sell = async (ask: Ask, { publishableKey, regionId, variantId }: MedusaShop): Promise<void> => {
  const headers = { 'x-publishable-api-key': publishableKey }
  const post = async (path: string, body: object): Promise<Answers> => {
    const { text } = await ask({ method: 'POST', path: `/store/${path}`, headers, body })
    return JSON.parse(text) as Answers
  }
  const get = async (path: string): Promise<Answers> => {
    const { text } = await ask({ method: 'GET', path: `/store/${path}`, headers })
    return JSON.parse(text) as Answers
  }
  const { cart } = await post('carts', { region_id: regionId })
  const path = `carts/${cart!.id}`
  await post(`${path}/line-items`, { variant_id: variantId, quantity: 1 })
  await post(path, {
    email: `${randomUUID()}@example.com`,
    shipping_address: {
      first_name: 'A',
      last_name: 'Shopper',
      address_1: 'Am Ufer 1',
      city: 'Berlin',
      postal_code: '10115',
      country_code: 'de',
    },
  })
  const { shipping_options: options } = await get(`shipping-options?cart_id=${cart!.id}`)
  await post(`${path}/shipping-methods`, { option_id: options![0]!.id })
  const { payment_providers: providers } = await get(`payment-providers?region_id=${regionId}`)
  const { payment_collection: collection } = await post('payment-collections', { cart_id: cart!.id })
  await post(`payment-collections/${collection!.id}/payment-sessions`, { provider_id: providers![0]!.id })
  const { type, order } = await post(`${path}/complete`, {})
  if (type !== 'order' || order === undefined) throw new Error(`A cart of Medusa ended as ${type}.`)
}

interface Named {
  readonly id: string
}

interface Answers {
  readonly cart?: Named
  readonly shipping_options?: readonly Named[]
  readonly payment_providers?: readonly Named[]
  readonly payment_collection?: Named
  readonly type?: string
  readonly order?: Named
}
