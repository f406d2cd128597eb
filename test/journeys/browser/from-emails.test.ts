import { afterAll, beforeAll, expect, test } from 'vitest'
import { firefoxMissing, findFirefox } from '../../support/pages/browser.ts'
import { chosenBrowsers, openBrowserAs, type BrowserAppearance } from '../../support/pages/engines/open-browser-as.ts'
import { walkFromEmails } from './from-emails/walk-from-emails.ts'
import { walkingShopper } from './from-emails/walking-shopper.ts'
import { startWalkServer, type WalkServer } from './from-emails/walk-shop.ts'

let server: WalkServer
beforeAll(async () => {
  server = await startWalkServer()
})
afterAll(() => server?.close())

const everyLook: readonly BrowserAppearance[] = chosenBrowsers.flatMap((browser) =>
  ['en', 'de', 'ar', 'ja'].flatMap((locale) =>
    [320, 1280].flatMap((width) =>
      (['light', 'dark'] as const).map((colorScheme) => ({ browser, locale, width, colorScheme })),
    ),
  ),
)

const few: readonly BrowserAppearance[] = [
  { browser: 'Chromium', locale: 'en', width: 320, colorScheme: 'light' },
  { browser: 'Chromium', locale: 'ar', width: 1280, colorScheme: 'dark' },
]

const hasFirefox = findFirefox() !== null
if (process.env['EVERY_LOOK'] && !hasFirefox) console.warn(firefoxMissing)

// Only `npm run drill` sets EVERY_LOOK, because a story takes more than a minute and there are 32 looks.
const looks = process.env['EVERY_LOOK'] ? everyLook.filter(({ browser }) => browser !== 'Firefox' || hasFirefox) : few

test.each(looks)(
  'a shopper goes through the life of a subscription from their emails: $browser, $locale, $width pixels, $colorScheme',
  { timeout: 600_000 },
  async (shownAs) => {
    const { browser, locale, width, colorScheme } = shownAs
    const opened = await openBrowserAs(shownAs)
    try {
      const visit = await opened.newVisit()
      const email = `${[browser, locale, width, colorScheme].join('.').toLowerCase()}@example.com`
      await walkFromEmails(await server.openMerchant(), walkingShopper(visit, shownAs), email)
      expect(visit.consoleMessages()).toEqual([])
    } finally {
      await opened.close()
    }
  },
)
