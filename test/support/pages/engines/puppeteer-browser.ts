import {
  type Browser,
  type BrowserContext,
  type ElementHandle,
  type Frame,
  launch,
  type LaunchOptions,
  type Page,
} from 'puppeteer-core'
import { findFocus, findVisibleElement } from './page-scripts.ts'
import { type Path, type ShopperBrowser, type ShopperVisit, type ShopperWindow, waitFor } from './shopper-window.ts'

/** A visit whose page a test can also examine. */
export interface PuppeteerVisit extends ShopperVisit {
  readonly page: Page
}

/** A browser that puppeteer drives. */
export interface PuppeteerBrowser extends ShopperBrowser {
  newVisit(): Promise<PuppeteerVisit>
}

/**
 * Starts a browser that puppeteer can drive, with windows of `width` pixels. WebDriver BiDi drives the system's Firefox; Playwright could
 * drive only its own.
 */
export const openPuppeteerBrowser = async (options: LaunchOptions, width = 1280): Promise<PuppeteerBrowser> => {
  const browser = await launch({ ...options, timeout: 120_000 })
  return { newVisit: () => openVisit(browser, width), close: () => browser.close() }
}

const openVisit = async (browser: Browser, width: number): Promise<PuppeteerVisit> => {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  await page.setViewport({ width, height: 900 })
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  page.on('pageerror', (error) => said.push(String(error)))
  return { page, window: windowOf(page, context), consoleMessages: () => said, end: () => context.close() }
}

const windowOf = (page: Page, context: BrowserContext): ShopperWindow => {
  const known = new Set([page])
  const find = (path: Path): Promise<ElementHandle> => waitFor(path.join(' > '), () => findAlong(page, path))
  const type = (text: string): Promise<void> => page.keyboard.type(text)
  return {
    visit: async (url) => void (await page.goto(url)),
    goBack: async () => void (await page.goBack()),
    goForward: async () => void (await page.goForward()),
    reload: async () => void (await page.reload()),
    url: async () => page.url(),
    click: async (path, times = 1) => (await find(path)).click({ count: times }).catch(ignoreOnceClosed(page)),
    async type(path, text) {
      await (await find(path)).click()
      await type(text)
    },
    typeOn: type,
    async press(key) {
      if (key !== 'Shift+Tab') return page.keyboard.press(key === 'Space' ? ' ' : key)
      await page.keyboard.down('Shift')
      await page.keyboard.press('Tab')
      await page.keyboard.up('Shift')
    },
    async read(path) {
      const element = await find(path)
      return element.evaluate((found) => (found instanceof HTMLInputElement ? found.value : (found.textContent ?? '')))
    },
    focus: () => waitFor('the focus', () => focusIn(page.mainFrame())),
    async popup() {
      const opened = await waitFor(
        'another window',
        async () => (await context.pages()).find((other) => !known.has(other)) ?? null,
      )
      known.add(opened)
      return windowOf(opened, context)
    },
    close: () => page.close(),
  }
}

const findAlong = async (page: Page, path: Path): Promise<ElementHandle | null> => {
  let frame: Frame | null = page.mainFrame()
  let found: ElementHandle | null = null
  for (const place of path) {
    if (found !== null) frame = await found.contentFrame()
    const handle = await frame?.evaluateHandle(findVisibleElement, place)
    found = (handle?.asElement() ?? null) as ElementHandle | null
    if (found === null) return null
  }
  return found
}

const focusIn = async (frame: Frame): Promise<string> => {
  const focused = await frame.evaluateHandle(findFocus)
  const inside = await focused.asElement()?.contentFrame()
  return inside ? focusIn(inside) : ((await focused.jsonValue()) as string)
}

/** A window may close before it confirms the click. */
const ignoreOnceClosed =
  (page: Page) =>
  (error: unknown): void => {
    if (!page.isClosed()) throw error
  }
