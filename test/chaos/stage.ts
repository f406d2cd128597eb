import { createServer } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { Browser } from 'playwright-core'
import { readConfig } from '#server/config/read-config.ts'
import { type RunningServer, startServer } from '#server/wiring/start-server.ts'
import { launchBrowser } from '../support/pages/browser.ts'

/** A billing server over an embedded database, a page that holds its element, and a browser. */
export interface Stage {
  readonly server: RunningServer
  readonly browser: Browser
  /** The URL of a shop's page with the element for a session. */
  checkoutUrl(sessionId: string): string
  close(): Promise<void>
}

/** Sets up everything that all runs share. */
export const openStage = async (): Promise<Stage> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'chaos-'))
  const settings = { MODE: 'sandbox', PORT: '0', DATA_DIR: dataDir, RATE_LIMIT: 'off', LOG_LEVEL: 'fatal' }
  const server = await startServer({ config: readConfig(settings), logger: pino({ level: 'silent' }) })
  const shop = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(shopPage(server.url))
  })
  await once(shop.listen(0, '127.0.0.1'), 'listening')
  const { port } = shop.address() as AddressInfo
  const browser = await launchBrowser()
  return {
    server,
    browser,
    checkoutUrl: (sessionId) => `http://localhost:${port}/#${sessionId}`,
    async close() {
      await browser.close()
      shop.close()
      shop.closeAllConnections()
      await server.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const shopPage = (billingUrl: string): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Shop</title>
<script type="module" src="${billingUrl}/billing-checkout.js"></script>
<main><h1>Checkout</h1></main>
<script>
  const element = document.createElement('billing-checkout')
  element.sessionId = location.hash.slice(1)
  for (const type of ['billing-paid', 'billing-declined'])
    element.addEventListener(type, ({ payment }) => window.told?.(type, payment?.id ?? null))
  document.querySelector('main').append(element)
</script></html>`
