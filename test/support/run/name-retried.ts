import type { Reporter } from 'vitest/node'

/** How often a test is tried once more: on a shared machine one in thousands meets a hiccup. It is named at the end of the run. */
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
