import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { forkService } from '../serving/fork-service.ts'
import { servePages, type Site } from './serve-pages.ts'
import type { SlowLine } from './slow-line.ts'

/** What a shop's page contains in addition to the script and the tag. */
export interface PageParts {
  /** Whether the page links the placeholder's style sheet. */
  readonly placeholder?: boolean
  /** Whether the tag names the card frame's origin; with `html`, the page's HTML also contains the frame. */
  readonly frame?: 'origin' | 'html'
}

/** Shop pages with our element, each with its own session. */
export interface ElementPages {
  /**
   * Opens a session and returns the URL of a page that sells it. A `customer` who has bought before is sold another plan, with their
   * stored methods.
   */
  newPage(parts?: PageParts, customer?: string): Promise<string>
  /** The id of the customer of the last opened page. */
  lastCustomer(): Promise<string>
  close(): Promise<void>
}

interface Answered {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly interval: string
  readonly price: object
  readonly data: readonly { readonly id: string }[]
}

/** Whether a file belongs to the ribbon with the test cards, which a checkout for cards loads early only in a sandbox. */
export const isOfSandbox = (url: string): boolean => /\/assets\/(later-|messages\/later-)/.test(url)

/**
 * Starts the billing service, in sandbox mode and with every wallet. Each new page is a shop on another site, as in production. If `line`
 * is given, the browser reaches the service and the shops only over it, and the card frame has its own origin.
 */
export const serveElementPages = async (line: SlowLine | null = null): Promise<ElementPages> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-element-'))
  const led = await line?.lead('127.0.0.1')
  const ledToFrame = await line?.lead('127.0.0.1')
  const service = await forkService(new URL('../serving/serve-billing.ts', import.meta.url), folder, {
    WALLETS: 'on',
    MODE: 'sandbox',
    ...(ledToFrame && { FRAME_ORIGIN: frameOriginAt(ledToFrame.port) }),
  })
  led?.to(service.port)
  ledToFrame?.to(service.port)
  const nearUrl = `http://127.0.0.1:${service.port}`
  const billingUrl = led ? `https://127.0.0.1:${led.port}` : nearUrl
  const frameUrl = ledToFrame ? frameOriginAt(ledToFrame.port) : nearUrl
  const sites: Site[] = []
  const ask = async (path: string, body?: object): Promise<Answered> => {
    const answer = await fetch(`${nearUrl}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { Authorization: `Bearer ${service.key}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return (await answer.json()) as Answered
  }
  const anotherPlan = async (): Promise<string> => {
    const { name, type, interval, price } = await ask(`/plans/${service.planId}`)
    return (await ask('/plans', { name: `${name} too`, type, interval, price })).id
  }
  const emailOf = (place: number): string => `bench-${place}@example.com`
  // Each session has its own customer, because a subscriber cannot buy the same plan again.
  const openSession = async (customer?: string): Promise<string> => {
    const who = customer ? { id: customer } : { email: emailOf(sites.length), country: 'DE' }
    const plan = customer ? await anotherPlan() : service.planId
    return (await ask('/client-session', { customer: who, plan: { id: plan } })).id
  }
  return {
    async newPage({ placeholder = false, frame } = {}, customer) {
      const session = await openSession(customer)
      const named = frame ? ` frame-origin="${frameUrl}"` : ''
      const inHtml = `<iframe hidden title="Card details" src="${frameUrl}/frame/${session}"></iframe>`
      const element = `<billing-checkout session-id="${session}"${named}>${frame === 'html' ? inHtml : ''}</billing-checkout>`
      const styles = placeholder ? `<link rel="stylesheet" href="${billingUrl}/presets/placeholder.css">` : ''
      const script = `<script type="module" src="${billingUrl}/billing-checkout.js"></script>`
      const site = await servePages(new Map([['/', shopPage(`${element}${script}`, styles)]]))
      sites.push(site)
      const ledToShop = await line?.lead('localhost')
      ledToShop?.to(Number(new URL(site.url).port))
      return ledToShop ? `https://localhost:${ledToShop.port}` : site.url
    },
    async lastCustomer() {
      return (await ask(`/customers?search=${encodeURIComponent(emailOf(sites.length - 1))}`)).data[0]?.id ?? ''
    },
    async close() {
      for (const site of sites) site.close()
      await service.end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A host name for the card frame alone. Browsers resolve names under localhost to this machine. */
const frameOriginAt = (port: number): string => `https://cards.localhost:${port}`

/** A shop's page with minimal content of its own. */
export const shopPage = (body: string, head = ''): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>Shop</title>
${head}
</head>
<body><h1>Checkout</h1>${body}<p>Below the checkout.</p></body>
</html>`
