import { browserFlags, browserMissing, findBrowser, findFirefox, firefoxMissing } from '../browser.ts'
import { openPuppeteerBrowser } from './puppeteer-browser.ts'
import type { ShopperBrowser } from './shopper-window.ts'
import { openWebKitBrowser } from './webkit-browser.ts'
import { hasWebKit, webKitMissing } from './webkit-driver.ts'

/** An engine that shoppers come with. */
export interface Engine {
  readonly name: string
  /** The message for a developer whose machine does not have it; null if it has. */
  readonly missing: string | null
  open(): Promise<ShopperBrowser>
}

const firefoxPath = findFirefox()
const chromiumPath = findBrowser()

/** Firefox, as the system has it. */
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

/** Every engine that a shopper may come with. */
export const engines: readonly Engine[] = [chromium, firefox, webKit]
