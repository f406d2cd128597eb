import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { type Demo, startDemo } from '../../processes/demo.ts'
import { launchBrowser } from '../browser.ts'

/** The demonstration, and a new window for each test. */
export interface DemoWindow {
  demo: Demo
  context: BrowserContext
  page: Page
  /** What the page wrote to the console, and its uncaught errors. A test removes what it expects. */
  consoleMessages: string[]
  /** Stops the demonstration and starts it again on the same data. Returns the exit code of the process that was stopped. */
  restart(): Promise<number | null>
}

/** Starts the demonstration for the tests of a file. A test fails if its page wrote to the console or had an uncaught error. */
export const useDemoWindow = (): DemoWindow => {
  const dataDir = mkdtempSync(join(tmpdir(), 'demo-'))
  let browser: Browser
  const opened = {
    async restart() {
      const exitCode = await opened.demo.stop()
      opened.demo = await startDemo(dataDir)
      return exitCode
    },
  } as DemoWindow
  beforeAll(async () => {
    ;[opened.demo, browser] = await Promise.all([startDemo(dataDir), launchBrowser()])
  })
  afterAll(async () => {
    await browser.close()
    await opened.demo.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  beforeEach(async () => {
    opened.context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' })
    opened.page = await opened.context.newPage()
    opened.consoleMessages = []
    opened.page.on('console', (message) => opened.consoleMessages.push(message.text()))
    opened.page.on('pageerror', (error) => opened.consoleMessages.push(error.message))
  })
  afterEach(async () => {
    await opened.context.close()
    if (opened.consoleMessages.length > 0)
      throw new Error(`The browser had something to complain about: ${opened.consoleMessages.join('\n')}`)
  })
  return opened
}
