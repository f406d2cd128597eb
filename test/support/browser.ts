import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

/** What a Chromium needs to run without a screen, in a container, without calling home. */
export const browserFlags: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
]

const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

const installed = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/** The path of a Chromium or Chrome of this machine: `CHROME_PATH`, else the first on PATH, else the usual places; null when there is none. */
export const findBrowser = (environment: NodeJS.ProcessEnv = process.env): string | null => {
  // A wrong CHROME_PATH is not silently replaced by another browser: it fails where it is used, by its own name.
  if (environment['CHROME_PATH']) return environment['CHROME_PATH']
  const folders = (environment['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  const onPath = folders.flatMap((folder) => commands.map((command) => join(folder, command)))
  return [...onPath, ...installed].find(isExecutable) ?? null
}

/** Starts a browser for a journey; the caller closes it. Throws when the machine has none. */
export const launchBrowser = (): Promise<Browser> => {
  const executablePath = findBrowser()
  if (executablePath === null) throw new Error(browserMissing)
  return chromium.launch({ executablePath, args: [...browserFlags] })
}

/** What to tell somebody whose machine has no browser. */
export const browserMissing =
  'The browser tests need Chromium or Google Chrome. Install one (Debian: apt-get install chromium, macOS: brew install --cask google-chrome) ' +
  'or set CHROME_PATH to the executable.'

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
