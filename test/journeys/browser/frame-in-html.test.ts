import type { Page, Route } from 'playwright-core'
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

/** A shop with a strict policy. Its HTML contains the tag, and inside the tag a frame at `frameUrl`. */
const serveCheckout = (sessionId: string, frameUrl: string) => {
  const { url, frameOrigin } = stage.server
  const policy = `default-src 'none'; script-src ${url}; connect-src ${url}; style-src ${url}; frame-src ${url} ${frameOrigin} ${new URL(frameUrl).origin}`
  const tag = `<billing-checkout session-id="${sessionId}" frame-origin="${frameOrigin}">
      <iframe hidden title="Card details" src="${frameUrl}"></iframe>
    </billing-checkout>`
  return serveShop({
    headers: { 'Content-Security-Policy': policy },
    body: (path) => (path === '/' ? `${scriptOf(url)}<main><h1>Checkout</h1>${tag}<p>Below</p></main>` : ''),
  })
}

/** Records the documents that the browser requests for frames, and the errors that it logs to the console. */
const watch = (page: Page): { readonly frames: string[]; readonly said: string[] } => {
  const [frames, said]: [string[], string[]] = [[], []]
  page.on('request', (request) => {
    if (request.resourceType() === 'document' && request.frame() !== page.mainFrame()) frames.push(request.url())
  })
  page.on('console', (message) => {
    if (message.type() === 'error') said.push(message.text())
  })
  return { frames, said }
}

const paymentsOf = (organizationId: string) =>
  inOrganization(stage.server.billing.database, organizationId).selectFrom('payments').select('paymentStatus').execute()

const type = async (page: Page): Promise<void> => {
  const card = page.frames().at(-1)!
  for (const [id, text] of Object.entries({ number: '4242424242424242', expiry: '1230', cvc: '123', name: 'Mina' })) {
    await card.locator(`#${id}`).click()
    await page.keyboard.type(text)
  }
}

const isShown = (page: Page) => page.locator('billing-checkout slot.frame:not(.waiting)').waitFor()

/** Delays one part of the page until another part has loaded or is drawn. */
const orders: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'loads before the element’s script': async (page) => {
    await page.route(/billing-checkout\.js$/, async (route) => {
      await expect.poll(() => page.frames().at(-1)!.locator('#number').count(), { timeout: 30_000 }).toBe(1)
      await page.frames().at(-1)!.waitForLoadState('load')
      await route.continue()
    })
  },
  'loads after the checkout was drawn': async (page) => {
    await page.route(/\/frame\//, (route) => afterSummary(page, route))
  },
  'has its script after the checkout was drawn': async (page) => {
    await page.route(/card-frame-[^/]+\.js$/, (route) => afterSummary(page, route))
  },
}

const afterSummary = async (page: Page, route: Route): Promise<void> => {
  await page.locator('billing-checkout [part~=amount]').waitFor()
  await page.waitForTimeout(300)
  await route.continue()
}

test.each(Object.keys(orders))(
  'a card frame in the page’s HTML that %s is loaded once and used for the payment',
  async (order) => {
    const { id, organizationId } = await openSession(stage, 'recurring')
    const frameUrl = `${stage.server.frameOrigin}/frame/${id}`
    const shop = await serveCheckout(id, frameUrl)
    const page = await stage.browser.newPage()
    await orders[order]!(page)
    const { frames, said } = watch(page)

    await page.goto(shop.url, { waitUntil: 'commit' })
    await isShown(page)
    await type(page)
    await page.locator('billing-checkout').locator('.button').last().click()
    await page.locator('billing-checkout').getByText('Your subscription is active').first().waitFor()

    expect(await paymentsOf(organizationId)).toEqual([{ paymentStatus: 'SETTLING' }])
    expect([frames.filter((url) => url !== 'about:blank'), said]).toEqual([[frameUrl], []])
    // The frame's document was replaced, and the typed card with it.
    await expect.poll(() => page.frames().map((frame) => frame.url())).not.toContain(frameUrl)
    await page.close()
    shop.close()
  },
)

test('a frame of another site in the tag is not shown and gets no message, and the element uses its own card form', async () => {
  const { id, organizationId } = await openSession(stage, 'recurring')
  const stranger = await serveShop({ body: () => '<form>Card number <input id="number"></form>' })
  const shop = await serveCheckout(id, `${stranger.url}frame/${id}`)
  const page = await stage.browser.newPage()
  await page.addInitScript(() => {
    const told: unknown[] = []
    Object.assign(globalThis, { told })
    addEventListener('message', ({ data }) => told.push(data))
  })
  await page.goto(shop.url)
  await page.locator('billing-checkout iframe.frame:not(.waiting)').waitFor()

  const foreign = page.frames().find((frame) => frame.url().startsWith(stranger.url))!
  expect(await foreign.evaluate(() => (globalThis as unknown as { told: unknown[] }).told)).toEqual([])
  expect(await foreign.locator('#number').isVisible()).toBe(false)
  await type(page)
  await page.locator('billing-checkout').locator('.button').last().click()
  await page.locator('billing-checkout').getByText('Your subscription is active').first().waitFor()
  expect(await paymentsOf(organizationId)).toEqual([{ paymentStatus: 'SETTLING' }])
  await page.close()
  shop.close()
  stranger.close()
})
