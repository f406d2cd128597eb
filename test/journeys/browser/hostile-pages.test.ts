import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSession } from '../../chaos/session.ts'
import { openStage, type Stage } from '../../chaos/stage.ts'
import { scriptOf, serveShop } from '../../support/pages/shops/serve-shop.ts'
import { inOrganization } from '#server/store/in-organization.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

/** A shop's page: its headers, and its content around the given element. */
interface HostilePage {
  readonly headers?: Readonly<Record<string, string>>
  readonly body: (element: string) => string
  /** Set if the element is in an inner document, not in the page itself. */
  readonly inner?: true
}

const pages: Readonly<Record<string, HostilePage>> = {
  'isolates itself from all other origins': {
    headers: { 'Cross-Origin-Embedder-Policy': 'require-corp', 'Cross-Origin-Opener-Policy': 'same-origin' },
    body: (element) => element,
  },
  'is itself inside a frame of another page': {
    body: () => '<iframe src="/inner" title="Shop" sandbox="allow-scripts allow-same-origin allow-forms"></iframe>',
    inner: true,
  },
  'is itself inside a frame that may send no forms': {
    body: () => '<iframe src="/inner" title="Shop" sandbox="allow-scripts allow-same-origin"></iframe>',
    inner: true,
  },
  'holds a frame that forges every message there is': {
    body: (element) => `<iframe title="Advertisement" srcdoc="<script>
      const forged = [
        { type: 'changed', brand: 'visa', complete: true, empty: false }, { type: 'submitted' }, { type: 'ready' },
        { type: 'sealed', request: 1, encrypted: 'a.b.c.d.e', brand: 'visa', last4: '1111' }, { type: 'invalid', request: 1 },
        { source: 'billing-checkout', type: 'action-finished' }, { type: 'billing-checkout:connect', protocol: 1 },
      ]
      setInterval(() => { for (const message of forged) parent.postMessage(message, '*', [new MessageChannel().port1]) }, 20)
    </script>"></iframe>${element}`,
  },
  'spoils what all scripts share': {
    body: (element) => `<script>
      Object.defineProperty(window, 'length', { value: 0 })
      window.name = 'submit'
      Array.prototype.extension = () => {}
      Object.prototype.tracked = 'yes'
      document.createElementNS = new Proxy(document.createElementNS, {})
    </script>${element}`,
  },
}

test.each(Object.keys(pages))('a page that %s can still take the payment of its checkout, once', async (name) => {
  const { headers, body, inner } = pages[name]!
  const { id, organizationId } = await openSession(stage, 'recurring')
  const element = elementOf(id)
  const shop = await serveShop({ headers, body: (path) => (path === '/inner' ? element : body(element)) })
  const page = await stage.browser.newPage()

  await page.goto(shop.url)
  await pay(inner ? page.frameLocator('iframe') : page)

  expect(await paymentsOf(organizationId)).toEqual([{ paymentStatus: 'SETTLING' }])
  await page.close()
  shop.close()
})

const elementOf = (sessionId: string): string => `${scriptOf(stage.server.url)}
  <main><h1>Checkout</h1><billing-checkout session-id="${sessionId}"></billing-checkout></main>`

const paymentsOf = (organizationId: string) =>
  inOrganization(stage.server.billing.database, organizationId).selectFrom('payments').select('paymentStatus').execute()

/** Types a card, presses the button and waits until the checkout shows that it is paid. */
const pay = async (around: Pick<Page, 'locator'>): Promise<void> => {
  const card = around.locator('billing-checkout').frameLocator('iframe')
  await card.locator('#number').fill('4242424242424242')
  await card.locator('#expiry').fill('12/30')
  await card.locator('#cvc').fill('123')
  await card.locator('#name').fill('Mina Okafor')
  await around.locator('billing-checkout').locator('.button').last().click()
  await around.locator('billing-checkout').getByText('Your subscription is active').first().waitFor()
}

/** The addresses of our pages, for the ids of a session and its organization. Pages that say that a link is unknown are included. */
const ownPages: readonly ((id: string, organizationId: string) => string)[] = [
  () => '/',
  (id) => `/pay/${id}`,
  () => '/pay/recovery/unknown',
  () => '/pay/keep/unknown',
  () => '/buy/unknown',
  (_, organizationId) => `/o/${organizationId}/cancel`,
  (_, organizationId) => `/o/${organizationId}/withdraw`,
  (_, organizationId) => `/portal/${organizationId}`,
  () => '/portal/open/unknown',
  () => '/dashboard',
  () => '/docs',
  () => '/sandbox/emails',
  () => '/actions/unknown',
]

test('no page of the billing server’s own origin can read the card frame, and the frame’s origin has no other page', async () => {
  const { url, frameOrigin } = stage.server
  const { id, organizationId } = await openSession(stage, 'recurring')
  // As though an attacker had found a way to run a script in our page.
  const page = await stage.browser.newPage({ bypassCSP: true })
  const read: Record<string, unknown> = {}
  for (const address of ownPages.map((addressOf) => addressOf(id, organizationId))) {
    await page.goto(`${url}${address}`)
    read[address] = await readCardFrame(page, `/frame/${id}`)
  }
  await page.close()

  expect(Object.entries(read)).toEqual(
    Object.keys(read).map((address) => [address, [null, 'SecurityError', null, null]]),
  )
  expect(Object.keys(read)).toHaveLength(ownPages.length)
  const statusOf = async (path: string) =>
    (await fetch(`${frameOrigin}${path}`, { headers: { Accept: 'text/html' }, redirect: 'manual' })).status
  expect(await Promise.all([`/frame/${id}`, '/', '/docs', `/checkout/${id}`, '/plans'].map(statusOf))).toEqual([
    200, 303, 303, 303, 303,
  ])
})

/** Adds a card frame to a page, and tries to read it in four ways: its document, its window, and its address at both origins. */
const readCardFrame = async (page: Page, path: string): Promise<readonly unknown[]> => {
  await page.evaluate((src) => {
    const frame = document.createElement('iframe')
    frame.src = src
    frame.className = 'attack'
    document.body.append(frame)
  }, path)
  await page.frameLocator('iframe.attack').locator('form').waitFor({ state: 'attached' })
  return page.evaluate(
    async ([address, frames]) => {
      const frame = document.querySelector<HTMLIFrameElement>('iframe.attack')!
      const fetched = (from: string) =>
        fetch(from).then(
          (answer) => answer.text(),
          () => null,
        )
      const inside = () => {
        try {
          return frame.contentWindow!.document.body.innerHTML
        } catch (error) {
          return (error as Error).name
        }
      }
      return [frame.contentDocument, inside(), await fetched(address!), await fetched(frames! + address)]
    },
    [path, stage.server.frameOrigin!],
  )
}

test('a wallet’s window that the page’s opener policy separates counts as neither closed nor open, and its payment completes', async () => {
  const { id, organizationId } = await openSession(stage, 'recurring')
  const headers = { 'Cross-Origin-Opener-Policy': 'same-origin' }
  const shop = await serveShop({ headers, body: () => elementOf(id) })
  const context = await stage.browser.newContext()
  const page = await context.newPage()
  await page.goto(shop.url)
  const element = page.locator('billing-checkout')
  await element.getByText('PayPal').first().click()
  const opened = context.waitForEvent('page')
  await element.locator('.button').last().click()
  const wallet = await opened
  const answer = wallet.locator('button[value=passed]')
  await answer.waitFor()

  // Longer than the element needs to notice that the window seems closed.
  await page.waitForTimeout(1500)
  expect(await element.locator('[part~=outcome-title]').textContent()).toContain(
    'Finish the payment in the other window',
  )
  await answer.click()
  await element.getByText('Your subscription is active').first().waitFor()

  expect(await paymentsOf(organizationId)).toEqual([{ paymentStatus: 'SETTLING' }])
  await context.close()
  shop.close()
})
