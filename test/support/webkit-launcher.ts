import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import type { TestRunnerConfig } from '@web/test-runner'

type BrowserLauncher = NonNullable<TestRunnerConfig['browsers']>[number]

/** What a page can be told to do while tests run in it, by the runner's own commands. */
interface TestPage {
  setViewport(size: { readonly width: number; readonly height: number }): Promise<void>
}

const driverPath = '/usr/bin/WebKitWebDriver'
const displayPath = '/usr/bin/Xvfb'
const findMiniBrowser = () => globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')[0]

/** Whether this machine has WebKitGTK, its driver and a screen that nobody sees. */
export const hasWebKit = (): boolean =>
  existsSync(driverPath) && existsSync(displayPath) && findMiniBrowser() !== undefined

/** What to tell somebody whose machine has no WebKit. */
export const webKitMissing =
  'Left out: the component tests in WebKit. On Debian: apt-get install webkit2gtk-driver xvfb. Other systems have no WebKitGTK to drive.'

/** Runs component tests in WebKitGTK's small browser, one file after another in one window, by plain WebDriver. */
export class WebKitLauncher implements BrowserLauncher {
  readonly name = 'WebKit'
  /** By this name the runner knows how to set a viewport: it asks for the page, and calls it. */
  readonly type = 'puppeteer'
  readonly concurrency = 1
  #processes: ChildProcess[] = []
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

  /** The page of a session; it learns of it only once the window is open. */
  getPage(): TestPage {
    return { setViewport: async (size) => (await this.#window)?.setViewport(size) }
  }

  async stopSession(): Promise<Record<string, never>> {
    this.#active = null
    // Whatever still runs there ends with its page.
    await (await this.#window)?.visit('about:blank')
    return {}
  }

  startDebugSession(): Promise<void> {
    return Promise.reject(new Error('This WebKit has no screen: debug in another browser.'))
  }

  async stop(): Promise<void> {
    await (await this.#window?.catch(() => null))?.close()
    for (const process of this.#processes) process.kill()
  }

  async #open(): Promise<WebKitWindow> {
    const display = spawn(displayPath, ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    })
    this.#processes.push(display)
    const [number] = (await once(display.stdio[3] as Readable, 'data')) as [Buffer]
    const port = await freePort()
    const env = { ...process.env, DISPLAY: `:${number.toString().trim()}` }
    this.#processes.push(spawn(driverPath, [`--port=${port}`], { env, stdio: 'ignore' }))
    return WebKitWindow.open(`http://127.0.0.1:${port}`, findMiniBrowser() ?? '')
  }
}

/** One window of the browser, told what to do in the words of WebDriver. */
class WebKitWindow {
  readonly #session: string

  private constructor(session: string) {
    this.#session = session
  }

  static async open(driver: string, binary: string): Promise<WebKitWindow> {
    const alwaysMatch = { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } }
    for (let tries = 1; ; tries += 1)
      try {
        const { sessionId } = await tell<{ sessionId: string }>('POST', `${driver}/session`, {
          capabilities: { alwaysMatch },
        })
        return new WebKitWindow(`${driver}/session/${sessionId}`)
      } catch (error) {
        // The driver does not say when it listens.
        if (tries === 100) throw error
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
  }

  async visit(url: string): Promise<void> {
    await tell('POST', `${this.#session}/url`, { url })
  }

  url(): Promise<string> {
    return tell('GET', `${this.#session}/url`)
  }

  /** Makes the page as large as this, in CSS pixels; a window cannot be narrower than its tool bar, 447 pixels. */
  async setViewport({ width, height }: { readonly width: number; readonly height: number }): Promise<void> {
    const rim = await tell<number>('POST', `${this.#session}/execute/sync`, {
      script: 'return outerHeight - innerHeight',
      args: [],
    })
    await tell('POST', `${this.#session}/window/rect`, { x: 0, y: 0, width, height: height + rim })
  }

  async close(): Promise<void> {
    await tell('DELETE', this.#session)
  }
}

const tell = async <Answer>(method: string, url: string, body?: unknown): Promise<Answer> => {
  const answer = await fetch(url, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  const { value } = (await answer.json()) as { value: Answer }
  if (!answer.ok) throw new Error(`${method} ${url}: ${JSON.stringify(value)}`)
  return value
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
