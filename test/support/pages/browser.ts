import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

/** The flags with which Chromium runs without a screen, in a container, and without network requests of its own. */
export const browserFlags: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  // Without this flag, Chromium without windows draws letters differently from what shoppers see.
  '--font-render-hinting=slight',
]

interface Places {
  /** The environment variable that names the executable. */
  readonly variable: string
  readonly commands: readonly string[]
  readonly installed: readonly string[]
}

const chromiums: Places = {
  variable: 'CHROME_PATH',
  commands: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'],
  installed: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  ],
}

const firefoxes: Places = {
  variable: 'FIREFOX_PATH',
  commands: ['firefox', 'firefox-esr'],
  installed: [
    '/Applications/Firefox.app/Contents/MacOS/firefox',
    'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
    'C:\\Program Files (x86)\\Mozilla Firefox\\firefox.exe',
  ],
}

const find = ({ variable, commands, installed }: Places, environment: NodeJS.ProcessEnv): string | null => {
  // Use the named path even if it is wrong: the error then contains that path, and no other browser silently replaces it.
  const named = environment[variable]
  if (named) return named
  const folders = (environment['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  const onPath = folders.flatMap((folder) => commands.map((command) => join(folder, command)))
  return [...onPath, ...installed].find(isExecutable) ?? null
}

/**
 * The path of a Chromium or Chrome of this machine: `CHROME_PATH`, else the first on PATH, else the usual places; null if there is none.
 */
export const findBrowser = (environment: NodeJS.ProcessEnv = process.env): string | null => find(chromiums, environment)

/**
 * The path of the fastest browser for tests that only look at pages: Chromium without windows, which needs two thirds of the processor time
 * that Chromium with windows needs. If the machine has none, or `CHROME_PATH` names another browser, the path that `findBrowser` returns.
 */
export const findQuickestBrowser = (environment: NodeJS.ProcessEnv = process.env): string | null =>
  find({ ...chromiums, commands: [headlessShell, ...chromiums.commands] }, environment)

/** Whether this machine has the Chromium without windows. */
export const hasHeadlessShell = (environment: NodeJS.ProcessEnv = process.env): boolean =>
  find({ ...chromiums, commands: [headlessShell], installed: [] }, environment) !== null

/** Chromium without windows, by its command and by the name of its package in Debian. */
export const headlessShell = 'chromium-headless-shell'

/** The path of this machine's Firefox: `FIREFOX_PATH`, else the first on PATH, else the usual places; null if there is none. */
export const findFirefox = (environment: NodeJS.ProcessEnv = process.env): string | null => find(firefoxes, environment)

/** Starts a browser for a journey; the caller closes it. Throws if the machine has none. */
export const launchBrowser = (): Promise<Browser> => {
  const executablePath = findQuickestBrowser()
  if (executablePath === null) throw new Error(browserMissing)
  return chromium.launch({ executablePath, args: [...browserFlags] })
}

/** The message for a developer whose machine has no browser. */
export const browserMissing =
  'The browser tests need Chromium or Google Chrome. Install one (Debian: apt-get install chromium, macOS: brew install --cask google-chrome) ' +
  'or set CHROME_PATH to the executable.'

/** The message for a developer whose machine has no Firefox. */
export const firefoxMissing =
  'Left out: the tests in Firefox. Install it (Debian: apt-get install firefox-esr, macOS: brew install --cask firefox) ' +
  'or set FIREFOX_PATH to the executable.'

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
