import type { Browser, Page } from 'playwright-core'
import { sampleEmails, writeEmail } from '@billing-checkout/server/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser } from '../../support/pages/browser.ts'
import { placesIn, placesOf } from '../../support/pages/pictures/places.ts'
import { ReferencePictures } from '../../support/pages/pictures/reference-pictures.ts'
import { openStage, type RunningPlayground, startPlayground } from '../../support/pages/shops/playground.ts'
import { documentsOf } from '../../support/pages/stage-documents.ts'

const phone = { width: 390, height: 844 }
const desktop = { width: 1040, height: 760 }

/** Every pair of size, color scheme and direction occurs at least once, and so does every kind of view. */
const pictures = [
  ['trial', 'en', 'light', desktop],
  ['trial', 'ar', 'dark', phone],
  ['faults', 'ar', 'dark', phone],
  ['wallets-saved', 'en', 'dark', desktop],
  ['obliged', 'de', 'light', phone],
  ['declined', 'he', 'dark', desktop],
  ['declined', 'ja', 'light', phone],
  ['challenge', 'ar', 'dark', phone],
  ['challenge', 'en', 'light', desktop],
  ['checking', 'ar', 'light', desktop],
  ['paid', 'ar', 'dark', phone],
  ['paid', 'en', 'light', desktop],
  ['loading', 'en', 'light', phone],
] as const

let playground: RunningPlayground
let browser: Browser
let page: Page

beforeAll(async () => {
  ;[playground, browser] = await Promise.all([startPlayground(), launchBrowser()])
  page = await browser.newPage({ reducedMotion: 'reduce', deviceScaleFactor: 1 })
})

afterAll(async () => {
  await browser.close()
  playground.close()
})

describe('the element looks as it did', () => {
  let reference: ReferencePictures
  beforeAll(async () => {
    reference = await ReferencePictures.open(browser, page, { placesIn })
  })

  test.each(pictures)('%s, %s, %s', async (state, locale, colorScheme, viewport) => {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    await openStage(page, playground, `state=${state}&locale=${locale}`)
    // While the checkout is loading, its card frame has received no message and shows nothing.
    if (state !== 'loading') await isComplete()

    expect(await reference.differences(`${state}-${locale}-${viewport.width}-${colorScheme}`)).toEqual([])
  })
})

/** Each of these languages occurs in both color schemes, and each color scheme at both widths. */
const emails = [
  ['order_confirmation', 'free trial', 'en', phone],
  ['payment_failed', 'tried again', 'de', desktop],
  ['receipt', null, 'ar', phone],
  ['renewal_notice', null, 'ja', desktop],
] as const

describe('emails look as they did', () => {
  let reference: ReferencePictures
  beforeAll(async () => {
    // A new page, because the policy of the previous document would forbid writing another one into it.
    page = await browser.newPage({ reducedMotion: 'reduce', deviceScaleFactor: 1 })
    reference = await ReferencePictures.open(browser, page, {
      inner: 'emails',
      placesIn: (shown) => placesOf(shown, 'header, h1, p, ul, table, dl, a, blockquote, footer'),
    })
  })

  test.each(emails.flatMap((row) => [[...row, 'light'] as const, [...row, 'dark'] as const]))(
    '%s, %s, %s, %s, %s',
    async (kind, variant, locale, viewport, colorScheme) => {
      const variants = sampleEmails[kind]
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme })
      await page.setContent(writeEmail(variants[variant ?? Object.keys(variants)[0]!]!, locale).html)

      expect(await reference.differences(`${kind}-${locale}-${viewport.width}-${colorScheme}`)).toEqual([])
    },
  )
})

/** Waits for the marks of card brands, which load after the form can be used. */
const isComplete = async (): Promise<void> => {
  for (const frame of (await documentsOf(page)).slice(1)) await frame.locator('.adornment svg').first().waitFor()
}
