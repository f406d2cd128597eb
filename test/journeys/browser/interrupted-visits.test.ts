import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findFirefox } from '../../support/pages/browser.ts'
import type { PuppeteerBrowser, PuppeteerVisit } from '../../support/pages/engines/puppeteer-browser.ts'
import { aCardInFields } from '../../support/pages/engines/shop-journey.ts'
import { chosenBrowsers, openBrowserAs, type BrowserAppearance } from '../../support/pages/engines/open-browser-as.ts'
import { walkingShopper } from './from-emails/walking-shopper.ts'
import { startWalkServer, type WalkMerchant, type WalkServer } from './from-emails/walk-shop.ts'

const goodCard = '4242424242424242'
const inPortal = 'billing-portal >> billing-checkout'
const linkNoLongerWorks = 'This link no longer works'

let server: WalkServer
beforeAll(async () => {
  server = await startWalkServer()
})
afterAll(() => server?.close())

describe.each(chosenBrowsers)('in %s', (name) => {
  const shownAs: BrowserAppearance = { browser: name, locale: 'en', width: 1280, colorScheme: 'light' }
  const isMissing = name === 'Firefox' && findFirefox() === null
  let browser: PuppeteerBrowser
  let merchant: WalkMerchant
  let visit: PuppeteerVisit
  beforeAll(async () => {
    if (!isMissing) browser = await openBrowserAs(shownAs)
  })
  afterAll(() => browser?.close())
  beforeEach(async () => {
    if (isMissing) return
    merchant = await server.openMerchant()
    visit = await browser.newVisit()
  })
  afterEach(() => visit?.end())

  const textOf = (at = visit) => at.window.read(['main'])
  const email = () => `${name.toLowerCase()}.${merchant.plans[0].slice(-12)}@example.com`

  /** A shopper buys the smallest plan by a link. */
  const buy = async (): Promise<void> => {
    const shopper = walkingShopper(visit, shownAs)
    await shopper.visit(
      String((await merchant.send('POST', '/payment-links', { plan: { id: merchant.plans[0] } }))['url']),
    )
    await shopper.type(['#email'], email())
    await shopper.follow(['form button'])
    await shopper.pay({ checkout: 'billing-checkout', where: 'the purchase', card: goodCard })
  }

  const signInUrl = async (): Promise<string> =>
    (await merchant.email(email(), 'order_confirmation', () => true)).text.match(/https?:\S*\/portal\?\S*/)![0]

  const requestLink = async (url: string, address: string, at = visit): Promise<string> => {
    const shopper = walkingShopper(at, shownAs)
    await shopper.visit(url)
    await shopper.type(['#email'], address)
    await shopper.follow(['form button'])
    return (await textOf(at)).replaceAll(address, 'the address')
  }

  const used = new Set<string>()
  const emailedLink = async (): Promise<string> => {
    const linkIn = (text: string) => text.match(/https?:\S*\/portal\/sign-in\/\S*/)![0]
    const link = linkIn((await merchant.email(email(), 'sign_in', (text) => !used.has(linkIn(text)))).text)
    used.add(link)
    return link
  }

  /** Signs the customer in by email, and returns the link. */
  const signIn = async (): Promise<string> => {
    await requestLink(await signInUrl(), email())
    const link = await emailedLink()
    await visit.window.visit(link)
    await walkingShopper(visit, shownAs).follow(['form button'])
    await accountIsReady()
    return link
  }

  const accountIsReady = () => visit.window.read(['billing-portal:state(ready)'])

  /** What the merchant sees of the customer. */
  const shown = async () => {
    const [customer] = await merchant.ask(`/customers?search=${encodeURIComponent(email())}`)
    const [subscription] = await merchant.ask(`/subscriptions?customer_id=${customer!['id']}`)
    const payments = await merchant.ask(`/payments?customer_id=${customer!['id']}`)
    return { payments, plan: subscription!['plan'], method: subscription!['payment_method_id'] }
  }

  const open = {
    plan: async () => {
      await visit.window.click(['billing-portal >> [id^=plans-]'])
      await visit.window.click([`billing-portal >> #choose-${merchant.plans[1]}`])
      await visit.window.read([`${inPortal}:state(ready)`])
    },
    card: async () => {
      await visit.window.click(['billing-portal >> #add-method'])
      await visit.window.read([`${inPortal}:state(ready)`])
      for (const [field, text] of aCardInFields('5555555555554444'))
        await visit.window.type([`${inPortal} >> .card iframe:not(.waiting)`, `#${field}`], text)
    },
  } as const

  const press = () => visit.window.click([`${inPortal} >> [part~=button]`])

  /** Signs the customer out in a second tab of the same browser. */
  const signOutInAnotherTab = async (): Promise<void> => {
    const tab = await visit.page.browserContext().newPage()
    await tab.goto(await signInUrl())
    await tab.locator('billing-portal >>> #sign-out').click()
    await tab.waitForFunction(() => document.querySelector('billing-portal')?.matches(':state(signed-out)'))
    await tab.close()
  }

  test.skipIf(isMissing)(
    'a known and an unknown address get the same page, before and after the limit of emails',
    async () => {
      await buy()
      const url = await signInUrl()
      const read: string[] = []
      for (let request = 0; request < 5; request += 1) {
        read.push(await requestLink(url, email()))
        read.push(await requestLink(url, `nobody.${email()}`))
      }

      expect(new Set(read).size).toBe(1)
      expect(read[0]).toContain('the address')
      const sent = async () =>
        (await merchant.ask('/emails?limit=100')).filter(({ kind, status }) => kind === 'sign_in' && status === 'sent')
      await expect.poll(async () => (await sent()).length, { timeout: 20_000 }).toBe(3)
    },
    120_000,
  )

  test.skipIf(isMissing)(
    'a forwarded link that was used shows the page of an unknown link, also after Back and a reload',
    async () => {
      await buy()
      const link = await signIn()
      const stranger = await browser.newVisit()
      await stranger.window.visit(link)
      const forwarded = await stranger.page.content()
      await stranger.window.visit(link.replace(/[^/]+$/, 'a'.repeat(40)))
      const ofUnknown = await stranger.page.content()
      await visit.window.reload()
      await accountIsReady()
      await visit.window.goBack()

      expect(await textOf()).toContain(linkNoLongerWorks)
      expect(forwarded).toBe(ofUnknown)
      expect(forwarded).toContain('Ask the seller who sent it for a new one.')
      for (const secret of [email(), 'Daily Cup', merchant.name]) expect(forwarded).not.toContain(secret)
      await stranger.end()
    },
    120_000,
  )

  test.skipIf(isMissing).each(['plan', 'card'] as const)(
    'a change of the %s whose session ends in another tab does nothing, and is made once after signing in again',
    async (what) => {
      await buy()
      await signIn()
      const before = await shown()
      await open[what]()
      await signOutInAnotherTab()
      await press()
      await visit.window.click([`${inPortal} >> [part~=action]`])
      await visit.window.read(['#email'])

      expect(await textOf()).toContain('You have been signed out')
      expect(await shown()).toEqual(before)

      await signIn()
      await open[what]()
      await visit.window.reload()
      await accountIsReady()
      await open[what]()
      await press()
      await visit.window.read([`${inPortal}:state(paid)`])
      await visit.window.goBack()
      await visit.window.goForward()
      await accountIsReady()

      const after = await shown()
      expect(after.payments.length).toBe(before.payments.length + 1)
      expect(after[what === 'plan' ? 'plan' : 'method']).not.toEqual(before[what === 'plan' ? 'plan' : 'method'])
    },
    120_000,
  )

  test.skipIf(isMissing)(
    'Back on the pages of a declaration shows what was typed without a script, and sending it again is one declaration',
    async () => {
      const shopper = walkingShopper(visit, shownAs)
      const pressButton = () => visit.window.click(['form > button'])
      await shopper.visit(merchant.withdrawalUrl)
      await shopper.type(['#email'], 'nobody')
      await pressButton()
      await visit.window.read(['#email-fault'])
      await visit.page.locator('#email').fill(email())
      await pressButton()
      await visit.window.read(['dl'])
      await pressButton()
      await visit.window.read(['[role=status]'])
      await visit.window.goBack()
      expect(await visit.window.read(['dl'])).toContain(email())
      await pressButton()
      await visit.window.read(['[role=status]'])
      await visit.window.goBack()
      await visit.window.goBack()
      await visit.window.read(['#email-fault'])

      expect(await merchant.ask('/declarations?limit=100')).toHaveLength(1)
    },
    120_000,
  )
})
