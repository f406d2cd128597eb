import { browserFlags, browserMissing, findBrowser, findFirefox, firefoxMissing } from '../browser.ts'
import { openPuppeteerBrowser } from './puppeteer-browser.ts'
import type { ShopperBrowser } from './shopper-window.ts'
import { openWebKitBrowser } from './webkit-browser.ts'
import { hasWebKit, webKitMissing } from './webkit-driver.ts'

/** A browser engine that shoppers use. */
export interface Engine {
  readonly name: string
  /** The message for a developer whose machine does not have the engine; null if it has. */
  readonly missing: string | null
  open(): Promise<ShopperBrowser>
}

const firefoxPath = findFirefox()
const chromiumPath = findBrowser()

/** The system's Firefox. */
export const firefox: Engine = {
  name: 'Firefox',
  missing: firefoxPath === null ? firefoxMissing : null,
  open: () => openPuppeteerBrowser({ browser: 'firefox', executablePath: firefoxPath ?? '' }),
}

const chromium: Engine = {
  name: 'Chromium',
  missing: chromiumPath === null ? browserMissing : null,
  open: () => openPuppeteerBrowser({ executablePath: chromiumPath ?? '', args: [...browserFlags] }),
}

const webKit: Engine = { name: 'WebKit', missing: hasWebKit() ? null : webKitMissing, open: openWebKitBrowser }

/** Every engine that a shopper may use. */
export const engines: readonly Engine[] = [chromium, firefox, webKit]
