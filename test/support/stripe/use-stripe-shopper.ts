import type { DeviceWalletType } from '@billing-checkout/contract'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import { launchBrowser } from '../pages/browser.ts'
import { openStripeStage, type StripeStage } from './stripe-stage.ts'

/** A shopper at a shop that charges through the fake of Stripe. */
export interface StripeShopper {
  readonly stage: StripeStage
  readonly context: BrowserContext
  readonly page: Page
  /** What the page wrote to its console, and its uncaught errors. */
  readonly consoleMessages: readonly string[]
  /** Opens the page of a new session. */
  readonly openCheckout: (...options: Parameters<StripeStage['openCheckout']>) => Promise<void>
  readonly checkout: () => Locator
  readonly pay: () => Promise<void>
  /** Waits until the page shows `words`, by default that the shopper has subscribed. */
  readonly isPaid: (words?: string) => Promise<void>
  /** The charges that were paid, of all shoppers so far. */
  readonly charges: () => readonly { readonly amount: number }[]
}

/**
 * The shop that all tests of a file share, and for each of them a shopper with an empty browser; `wallets` are offered in
 * addition to cards, PayPal and Cash App.
 */
export const useStripeShopper = (wallets: readonly DeviceWalletType[] = []): StripeShopper => {
  let stage: StripeStage
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let said: string[]
  beforeAll(async () => {
    ;[stage, browser] = await Promise.all([openStripeStage(wallets), launchBrowser()])
    return async () => {
      await browser.close()
      await stage.close()
    }
  })
  beforeEach(async () => {
    context = await browser.newContext({ viewport: { width: 1040, height: 1100 }, locale: 'en-GB' })
    page = await context.newPage()
    said = []
    page.on('console', (message) => said.push(message.text()))
    page.on('pageerror', (error) => said.push(error.message))
  })
  afterEach(() => context.close())
  const checkout = () => page.locator('billing-checkout')
  return {
    get stage() {
      return stage
    },
    get context() {
      return context
    },
    get page() {
      return page
    },
    get consoleMessages() {
      return said
    },
    openCheckout: async (...options) => void (await page.goto(await stage.openCheckout(...options))),
    checkout,
    pay: () => checkout().locator('form .button').last().click(),
    isPaid: (words = 'Your subscription is active') => checkout().getByText(words).first().waitFor(),
    charges: () => [...stage.fake.books.charges.values()].filter(({ paid }) => paid),
  }
}
