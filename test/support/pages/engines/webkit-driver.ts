import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { freePort } from '../../processes/free-port.ts'

const driverPath = '/usr/bin/WebKitWebDriver'
const displayPath = '/usr/bin/Xvfb'
const findMiniBrowser = () => globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')[0]

/** Whether this machine has WebKitGTK, its driver and a virtual screen. */
export const hasWebKit = (): boolean =>
  existsSync(driverPath) && existsSync(displayPath) && findMiniBrowser() !== undefined

/** The message for a developer whose machine has no WebKit. */
export const webKitMissing =
  'Left out: the tests in WebKit. On Debian: apt-get install webkit2gtk-driver xvfb. Other systems have no WebKitGTK to drive.'

/** WebKitGTK's driver on a virtual screen. It opens one browser at a time. */
export interface WebKitDriver {
  /** Opens a fresh browser. Returns the address of its WebDriver session. */
  openSession(): Promise<string>
  end(): void
}

/** Starts the driver and its screen. */
export const startWebKitDriver = async (): Promise<WebKitDriver> => {
  const display = spawn(displayPath, ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [number] = (await once(display.stdio[3] as Readable, 'data')) as [Buffer]
  const settings = provideSettings()
  const env = { ...process.env, DISPLAY: `:${number.toString().trim()}`, XDG_CONFIG_HOME: settings }
  let driver = await startDriver(env)
  return {
    async openSession() {
      for (let tries = 1; ; tries += 1)
        try {
          return await openSession(driver.url, findMiniBrowser() ?? '')
        } catch (error) {
          if (tries === 3) throw error
          // If its browser did not open, the driver no longer answers.
          driver.process.kill('SIGKILL')
          driver = await startDriver(env)
        }
    },
    end() {
      for (const process of [display, driver.process]) process.kill()
      rmSync(settings, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const startDriver = async (
  env: NodeJS.ProcessEnv,
): Promise<{ readonly process: ChildProcess; readonly url: string }> => {
  const port = await freePort()
  return { process: spawn(driverPath, [`--port=${port}`], { env, stdio: 'ignore' }), url: `http://127.0.0.1:${port}` }
}

/**
 * Writes settings with which the window can be as narrow as a phone, and returns their folder. By default, GTK's tool bar alone needs 447
 * pixels.
 */
const provideSettings = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'webkit-settings-'))
  mkdirSync(join(folder, 'gtk-3.0'))
  writeFileSync(join(folder, 'gtk-3.0', 'gtk.css'), narrowToolBar)
  return folder
}

const narrowToolBar = '* { min-width: 0; margin: 0; padding: 0; border-width: 0; font-size: 1px }'

const openSession = async (driver: string, binary: string): Promise<string> => {
  const alwaysMatch = { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } }
  for (let tries = 1; ; tries += 1)
    try {
      const { sessionId } = await sendWebDriverCommand<{ sessionId: string }>('POST', `${driver}/session`, {
        capabilities: { alwaysMatch },
      })
      return `${driver}/session/${sessionId}`
    } catch (error) {
      // The driver does not report when it starts to listen, so try again.
      if (tries === 100 || isTimeout(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
}

const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError'

/** Sends a WebDriver command. Throws the driver's error if the command fails, and throws after a minute without an answer. */
export const sendWebDriverCommand = async <Answer>(method: string, url: string, body?: unknown): Promise<Answer> => {
  const answer = await fetch(url, {
    method,
    signal: AbortSignal.timeout(60_000),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const { value } = (await answer.json()) as { value: Answer }
  if (!answer.ok) throw new Error(`${method} ${url}: ${JSON.stringify(value)}`)
  return value
}
