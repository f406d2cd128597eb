import type { TestRunnerConfig } from '@web/test-runner'
import { startWebKitDriver, sendWebDriverCommand, type WebKitDriver } from './webkit-driver.ts'

type BrowserLauncher = NonNullable<TestRunnerConfig['browsers']>[number]

/** What the runner's own commands can do with a page while tests run in it. */
interface TestPage {
  setViewport(size: { readonly width: number; readonly height: number }): Promise<void>
}

/**
 * Runs component tests in WebKitGTK's small browser, one file after another in one window, by plain WebDriver. The runner's own launcher
 * tests inside frames, so this class drives the browser itself. Tests of windows below 290 pixels run in Chromium only. So do tests of
 * color schemes, until WebDriver BiDi can set media features.
 */
export class WebKitLauncher implements BrowserLauncher {
  readonly name = 'WebKit'
  /** The runner sets a viewport only for this type of launcher: it gets the page and calls `setViewport`. */
  readonly type = 'puppeteer'
  readonly concurrency = 1
  #driver: WebKitDriver | null = null
  #window: Promise<WebKitWindow> | null = null
  #active: string | null = null

  async startSession(sessionId: string, url: string): Promise<void> {
    this.#active = sessionId
    const window = await (this.#window ??= this.#open())
    await window.setViewport({ width: 800, height: 600 })
    await window.visit(url)
  }

  isActive(sessionId: string): boolean {
    return this.#active === sessionId
  }

  async getBrowserUrl(): Promise<string | undefined> {
    return (await this.#window)?.url()
  }

  /** The page of a session, even before its window has opened. */
  getPage(): TestPage {
    return { setViewport: async (size) => (await this.#window)?.setViewport(size) }
  }

  async stopSession(): Promise<Record<string, never>> {
    this.#active = null
    // Leaving the page ends whatever still runs in it.
    await (await this.#window)?.visit('about:blank')
    return {}
  }

  startDebugSession(): Promise<void> {
    return Promise.reject(new Error('This WebKit has no screen: debug in another browser.'))
  }

  async stop(): Promise<void> {
    await (await this.#window?.catch(() => null))?.close()
    this.#driver?.end()
  }

  async #open(): Promise<WebKitWindow> {
    this.#driver = await startWebKitDriver()
    return new WebKitWindow(await this.#driver.openSession())
  }
}

/** One window of the browser, driven by WebDriver commands. */
class WebKitWindow {
  readonly #session: string

  constructor(session: string) {
    this.#session = session
  }

  async visit(url: string): Promise<void> {
    await sendWebDriverCommand('POST', `${this.#session}/url`, { url })
  }

  url(): Promise<string> {
    return sendWebDriverCommand('GET', `${this.#session}/url`)
  }

  /** Gives the page this size in CSS pixels. The window cannot be narrower than its tool bar, 290 pixels. */
  async setViewport({ width, height }: { readonly width: number; readonly height: number }): Promise<void> {
    const chromeHeight = await sendWebDriverCommand<number>('POST', `${this.#session}/execute/sync`, {
      script: 'return outerHeight - innerHeight',
      args: [],
    })
    await sendWebDriverCommand('POST', `${this.#session}/window/rect`, {
      x: 0,
      y: 0,
      width,
      height: height + chromeHeight,
    })
  }

  async close(): Promise<void> {
    await sendWebDriverCommand('DELETE', this.#session)
  }
}
