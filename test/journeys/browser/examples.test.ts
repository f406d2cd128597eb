import { createShop } from '@billing-checkout/example-strict-csp'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ChaosSession, openSession } from '../../chaos/session.ts'
import { openStage, type Stage } from '../../chaos/stage.ts'
import { inOrganization } from '#server/store/in-organization.ts'

const examples = fileURLToPath(new URL('../../../examples/', import.meta.url))
const servers: Server[] = []
let stage: Stage
let page: Page
let said: string[]

beforeAll(async () => {
  stage = await openStage()
})

afterAll(async () => {
  for (const server of servers) server.close().closeAllConnections()
  await stage.close()
})

beforeEach(async () => {
  page = await stage.browser.newPage({ viewport: { width: 1100, height: 900 }, locale: 'en-GB' })
  said = []
  page.on('console', (message) => said.push(message.text()))
  page.on('pageerror', (error) => said.push(error.message))
})

afterEach(() => page.close())

/** Serves files by their paths, with the billing server's real address in place of the one in the example. */
const serve = (files: ReadonlyMap<string, string>): Promise<string> => {
  const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
  return listen(
    createServer(({ url = '' }, response) => {
      const path = url.replace(/\?.*/, '').replace(/\/$/, '/index.html').slice(1)
      const file = files.get(path)
      if (file === undefined) return void response.writeHead(404).end()
      response
        .writeHead(200, { 'Content-Type': `${types[extname(path)]}; charset=utf-8` })
        .end(file.replaceAll('http://localhost:4242', stage.server.url))
    }),
  )
}

const listen = async (server: Server): Promise<string> => {
  servers.push(server)
  await once(server.listen(0, 'localhost'), 'listening')
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

const open = async (url: string): Promise<ChaosSession> => {
  const session = await openSession(stage, 'recurring')
  await page.goto(`${url}/?session=${session.id}`)
  return session
}

const typeCard = async (): Promise<void> => {
  const frame = page.frameLocator('billing-checkout iframe')
  const card = { number: '4242424242424242', expiry: '12/30', cvc: '123', name: 'Mina Okafor' }
  for (const [id, value] of Object.entries(card)) await frame.locator(`#${id}`).fill(value)
}

const payButton = () => page.locator('billing-checkout [part=button]')

const paymentsOf = ({ organizationId }: ChaosSession) =>
  inOrganization(stage.server.billing.database, organizationId).selectFrom('payments').select('paymentStatus').execute()

test('plain-html: a page with one tag takes a payment', async () => {
  const session = await open(
    await serve(new Map([['index.html', readFileSync(`${examples}plain-html/index.html`, 'utf8')]])),
  )

  await typeCard()
  expect(await payButton().evaluate((button) => getComputedStyle(button).display)).toBe('flex')
  await payButton().click()
  await page.locator('#way-on').waitFor()

  expect(await paymentsOf(session)).toEqual([{ paymentStatus: 'SETTLING' }])
  expect(said).toEqual([])
})

test('react: an application with the component takes a payment by its own button', async () => {
  const session = await open(await serve(await buildReact()))

  await typeCard()
  await page.getByRole('button', { name: 'Buy it now' }).click()
  await page.getByText('Thank you.').waitFor()

  expect(await paymentsOf(session)).toEqual([{ paymentStatus: 'SETTLING' }])
  expect(said.filter((line) => !line.includes('React DevTools'))).toEqual([])
})

/** The application built by `vite build` in development mode, in which React runs everything twice and logs its warnings. */
const buildReact = async (): Promise<ReadonlyMap<string, string>> => {
  const outDir = mkdtempSync(join(tmpdir(), 'example-react-'))
  try {
    const env = { ...process.env, NODE_ENV: 'development' }
    await promisify(execFile)(
      'vite',
      ['build', `${examples}react`, '--mode', 'development', '--outDir', outDir, '--logLevel', 'error'],
      { env },
    )
    const files = readdirSync(outDir, { recursive: true, encoding: 'utf8' }).filter((path) => extname(path) !== '')
    return new Map(files.map((path) => [path, readFileSync(join(outDir, path), 'utf8')]))
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}

test('strict-csp: a page that pins every script by its content takes a payment', async () => {
  const session = await open(await listen(await createShop(stage.server.url, stage.server.frameOrigin!)))

  await typeCard()
  await payButton().click()
  await page.locator('#way-on').waitFor()

  expect(await paymentsOf(session)).toEqual([{ paymentStatus: 'SETTLING' }])
  expect(said).toEqual([])
})

test.each([
  ['the script', /\/billing-checkout-\w+\.js$/],
  ['a part of it', /\/assets\/outcomes-[\w-]+\.js$/],
])('strict-csp: if the billing server sends changed content as %s, the browser does not run it', async (_, pattern) => {
  await page.route(pattern, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: `${await answer.text()};globalThis.stolen = true` })
  })
  const refused = page.waitForEvent('console', (message) => /integrity/i.test(message.text()))
  await open(await listen(await createShop(stage.server.url, stage.server.frameOrigin!)))
  await refused

  expect(await page.evaluate('globalThis.stolen')).toBeUndefined()
})

test('the inventory is correct for every file', async () => {
  const inventory = (await (await fetch(`${stage.server.url}/inventory.json`)).json()) as Inventory
  const served = await Promise.all(
    inventory.files.map(async ({ path }) => {
      const bytes = new Uint8Array(await (await fetch(`${stage.server.url}/${path}`)).arrayBuffer())
      return [path, bytes.length, `sha384-${createHash('sha384').update(bytes).digest('base64')}`]
    }),
  )

  expect(inventory.files.map(({ path, bytes, integrity }) => [path, bytes, integrity])).toEqual(served)
  expect(inventory.files.find(({ path }) => path === inventory.script)?.integrity).toBe(inventory.integrity)
  expect(inventory.files.map(({ path }) => path)).toContain('billing-checkout.classic.js')
})

interface Inventory {
  readonly script: string
  readonly integrity: string
  readonly files: readonly { readonly path: string; readonly bytes: number; readonly integrity: string }[]
}
