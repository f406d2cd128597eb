import axe from 'axe-core'
import type { Frame } from 'playwright-core'
import type { Page } from 'puppeteer-core'
import { violationsIn } from '../axe.ts'
import { browserFlags, findFirefox, findQuickestBrowser } from '../browser.ts'
import { overflowsIn } from '../stage-documents.ts'
import { openPuppeteerBrowser, type PuppeteerBrowser } from './puppeteer-browser.ts'

/** Browsers whose language and colors a test can choose. */
export const chosenBrowsers = ['Chromium', 'Firefox'] as const

/** How a shopper's browser shows pages. */
export interface BrowserAppearance {
  readonly browser: (typeof chosenBrowsers)[number]
  /** BCP 47 tag of the language that the browser prefers. */
  readonly locale: string
  readonly colorScheme: 'light' | 'dark'
  /** The width of the window in pixels. */
  readonly width: number
}

/** Starts a browser with this appearance. */
export const openBrowserAs = ({ browser, locale, colorScheme, width }: BrowserAppearance): Promise<PuppeteerBrowser> =>
  browser === 'Chromium'
    ? openPuppeteerBrowser(
        {
          executablePath: findQuickestBrowser() ?? '',
          args: [
            ...browserFlags,
            `--accept-lang=${locale}`,
            `--lang=${locale}`,
            `--blink-settings=preferredColorScheme=${colorScheme === 'dark' ? 0 : 1}`,
          ],
        },
        width,
      )
    : openPuppeteerBrowser(
        {
          browser: 'firefox',
          executablePath: findFirefox() ?? '',
          extraPrefsFirefox: {
            'intl.accept_languages': locale,
            'layout.css.prefers-color-scheme.content-override': colorScheme === 'dark' ? 0 : 1,
          },
        },
        width,
      )

/** The faults that axe finds in a page and its shown card frames, and what does not fit the window. */
export const faultsOnPage = async (page: Page): Promise<readonly string[]> => {
  const frames = await shownDocumentsOf(page)
  for (const frame of frames) await frame.evaluate(axe.source)
  const violations = await Promise.all(frames.map((frame) => violationsIn(frame)))
  return [...(await overflowsIn(frames)), ...violations.flat()]
}

/**
 * The page's document, and the documents of the card frames that are shown. Puppeteer's frames are returned with Playwright's type, because
 * both drivers evaluate a function with one argument in the same way.
 */
const shownDocumentsOf = async (page: Page): Promise<readonly Frame[]> => {
  const shown = [page.mainFrame()]
  for (const frame of page.frames()) {
    const element = await frame.frameElement().catch(() => null)
    const isCardFrame = new URL(frame.url(), 'about:blank').pathname.startsWith('/frame/')
    if (element && isCardFrame && (await element.isVisible())) shown.push(frame)
  }
  return shown as unknown as readonly Frame[]
}
