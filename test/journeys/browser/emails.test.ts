import { sampleEmails, writeEmail } from '@billing-checkout/server/testing'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { provideAxe, violationsIn } from '../../support/pages/axe.ts'
import { launchBrowser } from '../../support/pages/browser.ts'
import { type RunningPlayground, startPlayground } from '../../support/pages/shops/playground.ts'
import { overflowsOf } from '../../support/pages/stage-documents.ts'

let browser: Browser
let page: Page
let playground: RunningPlayground

beforeAll(async () => {
  ;[playground, browser] = await Promise.all([startPlayground(), launchBrowser()])
  const context = await browser.newContext()
  await provideAxe(context)
  page = await context.newPage()
})

afterAll(async () => {
  await browser.close()
  playground.close()
})

const widths = [320, 375, 1280]
const locales = ['en', 'de', 'ar', 'ja', 'fi', 'ta', 'th']

const scenes = Object.entries(sampleEmails).flatMap(([kind, variants]) =>
  locales.map((locale) => ({ kind, locale, variants })),
)

describe('an email fits every screen and is accessible, in light and in dark', () => {
  test.each(scenes)('$kind, $locale', async ({ locale, variants }) => {
    const problems: string[] = []
    for (const [variant, sample] of Object.entries(variants)) {
      // Test the awkward names and amounts in these languages only: Finnish has the longest words, and Arabic is written from right to
      // left.
      const isFirst = variant === Object.keys(variants)[0]
      if (!isFirst && !['en', 'fi', 'ar'].includes(locale)) continue
      const { html, dir } = writeEmail(sample, locale)
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setContent(html)
      const note = (found: readonly string[], look: string) =>
        problems.push(...found.map((problem) => `${variant}, ${look}: ${problem}`))

      // Sizes do not depend on colors, so check them in one color scheme. Colors do not depend on widths, so check them at one width.
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        note(await overflowsOf(page), `${width}`)
        note(await cutOffIn(page), `${width}`)
      }
      // Check all rules in two languages only, because other languages change words and direction, not the elements around them.
      note(
        await violationsIn(page.mainFrame(), locale === 'en' || (locale === 'ar' && isFirst) ? 'all' : 'colours'),
        'light',
      )
      await page.emulateMedia({ colorScheme: 'dark' })
      note(await violationsIn(page.mainFrame(), 'colours'), 'dark')
      expect(await page.locator('h1').evaluate((heading) => getComputedStyle(heading).direction)).toBe(dir)
    }
    expect(problems).toEqual([])
  })
})

/** Elements that extend beyond the window. Scrolling would not reveal them, because the card hides what is too wide. */
const cutOffIn = (shown: Page): Promise<readonly string[]> =>
  shown.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect()
        return left < -0.5 || right > innerWidth + 0.5
      })
      .map((element) => `stands out: ${element.outerHTML.slice(0, 200)}`),
  )

test('the header and the button keep the merchant’s colour in dark mode', async () => {
  const { html } = writeEmail(sampleEmails.payment_failed['tried again']!, 'en')
  const colours = () =>
    page
      .locator('header, a.edge')
      .evaluateAll((elements) => elements.map((element) => getComputedStyle(element).backgroundColor))
  await page.setContent(html)

  await page.emulateMedia({ colorScheme: 'dark' })

  expect(await colours()).toEqual(['rgb(53, 56, 205)', 'rgb(53, 56, 205)'])
})

test('the gallery shows the chosen email in a frame without scripts, with its plain text', async () => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(`${playground.url}/emails`)

  await page.getByText('credit kept', { exact: true }).click()
  await page.waitForURL('**email=plan_changed**')
  await page.getByLabel('Language').selectOption('de')
  await page.waitForURL('**locale=de**')
  await page.getByText('dark', { exact: true }).click()
  await page.waitForURL('**scheme=dark**')

  await page.frameLocator('iframe').getByText('Guthaben').first().waitFor()
  const ground = page.frameLocator('iframe').locator('.card')
  expect(await ground.evaluate((card) => getComputedStyle(card).backgroundColor)).toBe('rgb(28, 32, 38)')
  expect(await page.locator('iframe').getAttribute('sandbox')).toBe('')
  expect(await page.locator('pre').textContent()).toContain('Aurora Sketch: 19,00')
  expect(await violationsIn(page.mainFrame())).toEqual([])
  expect(await overflowsOf(page)).toEqual([])
})
