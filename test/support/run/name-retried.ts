import type { Reporter } from 'vitest/node'

/** How often a failed test runs again: on a shared CI machine one in thousands meets a hiccup. The end of the run names it, so no fault hides. */
export const retries = process.env['CI'] ? 1 : 0

/** Names each test that passed only when it was tried again, and what it failed with: the default reporter is silent about it. */
export const nameRetried: Reporter = {
  onTestCaseResult(test) {
    const retried = test.diagnostic()?.retryCount ?? 0
    if (retried === 0 || !test.ok()) return
    const said = (test.result().errors ?? []).map(({ message }) => `\n   ${message.slice(0, 2000)}`)
    console.log(` RETRIED  ${test.fullName}${said.join('')}`)
  },
}
