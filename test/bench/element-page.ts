import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { forkService } from './fork-service.ts'
import { servePages, type Site } from './serve-pages.ts'

/** Shop pages with our element, each with a session of its own. */
export interface ElementPages {
  /** Opens a session and answers the address of a page that sells it; `placeholder`: it names that style sheet. */
  newPage(placeholder: boolean): Promise<string>
  close(): Promise<void>
}

/** Whether this is a part that a checkout for cards loads early in a sandbox only: the ribbon with the test cards. */
export const isOfSandbox = (url: string): boolean => /\/assets\/(later-|messages\/later-)/.test(url)

/** Starts the billing service, in sandbox mode and for cards only, and a shop beside it. */
export const serveElementPages = async (): Promise<ElementPages> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-element-'))
  const service = await forkService('serve-billing.ts', folder)
  const billingUrl = `http://127.0.0.1:${service.port}`
  const sites: Site[] = []
  // A customer each: who has subscribed already is not sold the same again.
  const openSession = async (): Promise<string> => {
    const answer = await fetch(`${billingUrl}/client-session`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${service.key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        customer: { email: `bench-${sites.length}@example.com`, country: 'DE' },
        plan: { id: service.planId },
      }),
    })
    return ((await answer.json()) as { id: string }).id
  }
  return {
    async newPage(placeholder) {
      const element = `<billing-checkout session-id="${await openSession()}"></billing-checkout>`
      const styles = placeholder ? `<link rel="stylesheet" href="${billingUrl}/presets/placeholder.css">` : ''
      const script = `<script type="module" src="${billingUrl}/billing-checkout.js"></script>`
      const site = await servePages(new Map([['/', shopPage(`${element}${script}`, styles)]]))
      sites.push(site)
      return site.url
    },
    async close() {
      for (const site of sites) site.close()
      await service.end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A page of a shop, with as little of its own as can be. */
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
