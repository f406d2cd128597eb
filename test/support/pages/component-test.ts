import { expect } from 'chai'

/** What the browser's test runner (mocha, in the page) provides, typed and imported like vitest's. */
interface Runner {
  it(title: string, body: () => void | Promise<void>): void
  beforeEach(body: () => void | Promise<void>): void
  afterEach(body: (this: Running) => void | Promise<void>): void
}

interface Running {
  readonly currentTest: { readonly state: string; readonly title: string; currentRetry(): number }
}

const runner = globalThis as unknown as Runner

/** Declares one component test; its title is a sentence about the world. */
export const test = runner.it
/** Runs before every test of the file. */
export const beforeEach = runner.beforeEach
/** Runs after every test of the file, even if it failed. */
export const afterEach = runner.afterEach
export { expect }

// Logs the names of retried tests, as `retryReporter` does for vitest. The runner prints what a page logs.
runner.afterEach(function () {
  const { currentTest } = this
  if (currentTest.state === 'passed' && currentTest.currentRetry() > 0) console.log(` RETRIED  ${currentTest.title}`)
})
