import type { Reporter } from 'vitest/node'

/**
 * How often a failed test runs again: once in CI, because on a shared machine, one test in thousands fails by chance. The end of the run
 * names each retried test.
 */
export const retriesPerTest = process.env['CI'] ? 1 : 0

/** Names each test that passed only on a retry, with its first error, because the default reporter does not. */
export const retryReporter: Reporter = {
  onTestCaseResult(test) {
    const retried = test.diagnostic()?.retryCount ?? 0
    if (retried === 0 || !test.ok()) return
    const said = (test.result().errors ?? []).map(({ message }) => `\n   ${message.slice(0, 2000)}`)
    console.log(` RETRIED  ${test.fullName}${said.join('')}`)
  },
}
