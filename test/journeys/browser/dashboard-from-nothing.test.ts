import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { launchBrowser } from '../../support/pages/browser.ts'
import { bareEnvironment } from '../../support/processes/bare-environment.ts'
import { makeDiscount, makePlan, previewInGermany } from './dashboard/offers.ts'
import { faultsOf, openWindow, phone } from './dashboard/stage.ts'
import {
  becomeFirstUser,
  doneInTheDashboard,
  exportMonth,
  makeOrganization,
  rescueRenewal,
  sellAndRefundHalf,
} from './dashboard/trade.ts'

const main = fileURLToPath(new URL('../../../packages/server/src/cli/main.ts', import.meta.url))
const password = 'correct horse battery'
let browser: Browser
let folder: string
let server: ChildProcess

beforeAll(async () => {
  browser = await launchBrowser()
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'from-nothing-'))
  const env = { ...bareEnvironment, DATA_DIR: folder, PORT: '0', RATE_LIMIT: 'off', DRAIN_SECONDS: '0' }
  server = spawn(process.execPath, [main, 'serve'], { env, stdio: ['ignore', 'pipe', 'ignore'] })
})
afterEach(async () => {
  server.kill()
  await once(server, 'exit')
  rmSync(folder, { recursive: true })
})
afterAll(() => browser.close())

/** The URL and code for the first user, as the server prints them. */
const printedByServer = async (): Promise<{ readonly url: string; readonly code: string }> => {
  for await (const line of createInterface({ input: server.stdout! })) {
    const said = JSON.parse(line) as { readonly url?: string; readonly code?: string }
    if (said.url === undefined || said.code === undefined) continue
    server.stdout!.resume()
    return { url: said.url, code: said.code }
  }
  throw new Error('The server ended without a code for the first user.')
}

/** The first and last day of the clock's month, after the clock was moved by a month. */
const nextMonth = () => {
  const now = new Date()
  const [first, last] = [
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1),
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 0),
  ]
  const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10)
  return { from: dayOf(first), to: dayOf(last) }
}

test.each([1440, phone])(
  'a merchant gets from an empty database to a rescued renewal with only the dashboard, %i pixels wide',
  { timeout: 400_000 },
  async (width) => {
    const { url, code } = await printedByServer()
    const { page, said } = await openWindow(browser, width)
    const shopper = await openWindow(browser, width)
    const faults: string[] = []
    const look = async (screen: string) => {
      faults.push(...(await faultsOf(page, screen)))
      await page.setViewportSize({ width, height: 900 })
    }

    await becomeFirstUser(page, url, { code, password }, look)
    await makeOrganization(page, 'Lantern Teas', look)
    await makeDiscount(page, 'SPRING', password, look)
    await makePlan(page, 'Seats', look)
    const shown = await previewInGermany(page, 'SPRING', look)
    await sellAndRefundHalf(page, shopper.page, look)
    await rescueRenewal(page, shopper.page, look)
    const { payments, log } = await exportMonth(page, nextMonth())
    await Promise.all([page.context().close(), shopper.page.context().close()])

    expect(shown.rhythm).toMatch(/^7,92\s€ pro Monat bis zum /)
    expect([shown.button, shown.frames]).toEqual(['Zahlungspflichtig bestellen', 0])
    const sumOf = (status: string) =>
      payments
        .filter(({ payment_status: each }) => each === status)
        .reduce((sum, { amount }) => sum + Number(amount), 0)
    expect([payments.length, sumOf('DECLINED'), sumOf('SETTLING')]).toEqual([3, 2000, 1000])
    expect(log.map(({ what }) => what)).toEqual(expect.arrayContaining(doneInTheDashboard))
    expect([faults, said()]).toEqual([[], []])
  },
)
