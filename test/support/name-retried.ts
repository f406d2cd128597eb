import type { Reporter } from 'vitest/node'

/** Names each test that passed only when it was tried again: the default reporter is silent about it. */
export const nameRetried: Reporter = {
  onTestCaseResult(test) {
    const retried = test.diagnostic()?.retryCount ?? 0
    if (retried > 0 && test.ok()) console.log(` RETRIED  ${test.fullName}`)
  },
}
