import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { launchBrowser } from '../../support/pages/browser.ts'
import { checkoutOn } from '../../support/pages/checkout-on.ts'
import { waitFor } from '../../support/pages/engines/shopper-window.ts'
import { packPackages } from '../../support/processes/pack-packages.ts'
import { freePort } from '../../support/processes/free-port.ts'
import { type InstalledServer, startInstalledServer } from '../../support/processes/start-installed-server.ts'
import { runCommand, type RunningCommand, startCommand } from '../../support/processes/terminal.ts'
import { commandOn, withIds } from '../../support/stories/page-commands.ts'

// Builds the shops that a newcomer might write after reading the front page, in folders with only the packed packages and what npm
// installs. The commands are those of the front page.

const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
const starters = fileURLToPath(new URL('../../../examples/starters', import.meta.url))
const startersPage = readFileSync(join(starters, 'README.md'), 'utf8')
const work = mkdtempSync(join(tmpdir(), 'newcomers-'))

/** Each shop: the folders that are copied over one another, and the command that builds it. */
const shops: readonly Shop[] = [
  { name: 'plain JavaScript', folders: ['javascript'] },
  { name: 'strict TypeScript', folders: ['javascript', 'typescript'], build: 'npm run build -- --strict true' },
  { name: 'non-strict TypeScript', folders: ['javascript', 'typescript'], build: 'npm run build -- --strict false' },
  { name: 'React 19', folders: ['javascript', 'react'], build: 'npm run build' },
  { name: 'Vue', folders: ['javascript', 'vue'], build: 'npm run build' },
  { name: 'Next', folders: ['next'], build: 'npm run build' },
]

interface Shop {
  readonly name: string
  readonly folders: readonly string[]
  readonly build?: string
}

let server: InstalledServer
let billing: string
let browser: Browser
let page: Page
let folder: string
let running: RunningCommand | undefined

const { cardFrame, payButton, typeCard } = checkoutOn(() => page)

beforeAll(async () => {
  packPackages(join(work, 'tarballs'))
  billing = makeFolder()
  await runCommand(billing, commandOn(readme, 'npm install ./tarballs/billing-checkout-contract'))
  server = await startInstalledServer(billing, join(billing, '.data'))
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
  await server?.stop()
  rmSync(work, { recursive: true, force: true })
})

beforeEach(async () => {
  page = await browser.newPage({ locale: 'en-GB' })
})

afterEach(async () => {
  running?.kill()
  running = undefined
  await page.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

test.each(shops)(
  'a newcomer with $name sells a subscription, delivers it, upgrades and cancels it',
  async ({ name, folders, build }) => {
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    folder = layShop(folders)
    await runCommand(folder, commandOn(readme, 'cd ../shop && npm install').replace('cd ../shop && ', ''))
    const port = await freePort()
    const url = `http://localhost:${port}`
    const settings = { ...(await openAccount(name, url)), PORT: String(port) }
    if (build !== undefined) await runCommand(folder, build, settings)
    const refused = await openShop(folder, url, settings)

    await page.goto(`${url}/?plan=reader`)
    await typeCard(await cardFrame())
    await payButton().click()
    await page.getByText('Thank you.', { exact: true }).waitFor()
    await waitForDelivery(folder, 'Reader', 'active')
    await page.goto(`${url}/?plan=library`)
    await payButton().click()
    await page.getByText('Thank you.', { exact: true }).waitFor()
    await waitForDelivery(folder, 'Library', 'active')
    const cancelled = await fetch(`${url}/cancel`, { method: 'POST' })
    await waitForDelivery(folder, 'Library', 'scheduled_for_cancellation')

    expect([refused, cancelled.status]).toEqual([400, 200])
    for (const by of ['event', 'webhook'] as const)
      expect(deliveriesIn(folder, by)).toEqual([
        { by, plan: 'Reader', status: 'active' },
        { by, plan: 'Library', status: 'active' },
        { by, plan: 'Library', status: 'scheduled_for_cancellation' },
      ])
    expect(complaints).toEqual([])
  },
)

test.each([
  { name: 'express', build: [] },
  { name: 'next', build: ['npm run build'] },
])('the starter with $name opens a paid feature once it is paid', async ({ name, build }) => {
  folder = makeFolder()
  cpSync(join(starters, name), folder, { recursive: true })
  await runCommand(folder, commandOn(startersPage, 'npm install'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const { BILLING_API_KEY, READER: PLAN } = await openAccount(name, url)
  const settings = { BILLING_API_KEY, PLAN, BILLING_URL: server.url, PORT: String(port) }
  for (const command of build) await runCommand(folder, command, settings)
  running = startCommand(folder, 'npm start', settings)
  await waitFor('an answer of the starter', async () => ((await fetch(url)).ok ? true : null))

  await page.goto(url)
  await page.getByRole('button', { name: 'Buy' }).click()
  await typeCard(await cardFrame())
  await payButton().click()
  await page.getByRole('link', { name: /^Back to/ }).click()
  await page.getByRole('heading', { name: 'The library is open.' }).waitFor()

  expect(page.url()).toBe(`${url}/`)
})

/** Makes a folder that contains only the tarballs. */
const makeFolder = (): string => {
  const folder = mkdtempSync(join(work, 'folder-'))
  symlinkSync(join(work, 'tarballs'), join(folder, 'tarballs'))
  return folder
}

/** Makes a folder with the files of a shop, adapted to the billing server's address. */
const layShop = (folders: readonly string[]): string => {
  const shop = makeFolder()
  for (const source of folders.map((name) => fileURLToPath(new URL(name, import.meta.url))))
    for (const file of readdirSync(source, { recursive: true, withFileTypes: true })) {
      const from = join(file.parentPath, file.name)
      const to = join(shop, relative(source, from))
      if (file.isDirectory()) mkdirSync(to, { recursive: true })
      else writeFileSync(to, readFileSync(from, 'utf8').replaceAll('http://localhost:4242', server.url))
    }
  return shop
}

/** Starts a shop. Returns the status with which the shop refuses a webhook without the billing server's signature. */
const openShop = (folder: string, url: string, settings: NodeJS.ProcessEnv): Promise<number> => {
  const shop = startCommand(folder, 'npm start', settings)
  running = shop
  return waitFor('an answer of the shop', () => sendForgedWebhook(url)).catch((error: unknown) => {
    throw new Error(`The shop does not answer. It printed:\n${shop.printed()}`, { cause: error })
  })
}

/** Creates an organization, a key, two plans and a webhook endpoint with the commands of the front page. */
const openAccount = async (name: string, url: string): Promise<NodeJS.ProcessEnv> => {
  const known: Record<string, string> = {}
  const perform = async (command: string): Promise<string> => {
    const filled = withIds(command, known).replace('http://localhost:4242', server.url)
    const printed = await runCommand(billing, filled, { BILLING_API_KEY: known['sk_sandbox'] })
    const made = [...printed.matchAll(/\b(org|price|sk_sandbox|whsec)_[\w+/=-]+/g)]
    for (const [id, prefix = ''] of made) known[prefix] = id
    return made[0]![0]
  }
  await perform(commandOn(readme, 'npx billing-checkout organization create').replace('Lantern Books', name))
  await perform(commandOn(readme, 'npx billing-checkout key create'))
  const reader = commandOn(readme, 'npx billing-checkout plan create')
  const endpoint = commandOn(readme, 'curl http://localhost:4242/webhook-endpoints')
  return {
    READER: await perform(reader),
    LIBRARY: await perform(reader.replace('Reader', 'Library').replace('999', '1999')),
    WEBHOOK_SECRET: await perform(endpoint.replace('https://shop.example', url)),
    BILLING_API_KEY: known['sk_sandbox'],
  }
}

const sendForgedWebhook = async (url: string): Promise<number> => {
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
    'webhook-signature': 'v1,AA==',
    'Content-Type': 'application/json',
  }
  const { status } = await fetch(`${url}/webhooks`, { method: 'POST', headers, body: '{}' })
  return status
}

/** One line in which a shop has recorded a delivery. */
interface Delivery {
  readonly by: 'event' | 'webhook'
  readonly plan: string
  readonly status: string
}

const deliveriesIn = (folder: string, by: Delivery['by']): readonly Delivery[] => {
  const file = join(folder, 'deliveries.jsonl')
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  return lines.map((line) => JSON.parse(line) as Delivery).filter((delivery) => delivery.by === by)
}

const waitForDelivery = async (folder: string, plan: string, status: string): Promise<void> => {
  for (const by of ['event', 'webhook'] as const)
    await waitFor(`the delivery by ${by} of the plan ${plan}, ${status}`, async () => {
      const isDelivered = deliveriesIn(folder, by).some((each) => each.plan === plan && each.status === status)
      return isDelivered ? true : null
    })
}
