import { esbuildPlugin } from '@web/dev-server-esbuild'
import type { TestRunnerConfig } from '@web/test-runner'
import { chromeLauncher } from '@web/test-runner-chrome'
import { browserFlags, browserMissing, findBrowser } from './support/browser.ts'

const executablePath = findBrowser()
if (executablePath === null) throw new Error(browserMissing)

/** The element's component tests in a real browser: `npx web-test-runner --config test/web-test-runner.config.ts`. */
const config: TestRunnerConfig = {
  files: 'packages/element/src/**/*.wtr.ts',
  nodeResolve: { exportConditions: ['browser', 'production'] },
  // esnext: an older target would drop the type of JSON imports, and the browser then refuses them.
  plugins: [esbuildPlugin({ ts: true, target: 'esnext', tsconfig: 'tsconfig.json' })],
  browsers: [chromeLauncher({ launchOptions: { executablePath, args: [...browserFlags] } })],
  // Of two pages at once the browser would draw and animate only the one in front.
  concurrency: 1,
  staticLogging: !process.stdout.isTTY,
  // The first test of a file also waits for its modules, on a machine that may be busy.
  testFramework: { config: { timeout: 10_000 } },
  testsFinishTimeout: 120_000,
}

export default config
