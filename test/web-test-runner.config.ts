import { esbuildPlugin } from '@web/dev-server-esbuild'
import type { TestRunnerConfig } from '@web/test-runner'
import { type ChromeLauncher, chromeLauncher } from '@web/test-runner-chrome'
import {
  browserFlags,
  browserMissing,
  findFirefox,
  findQuickestBrowser,
  firefoxMissing,
} from './support/pages/browser.ts'
import { retriesPerTest } from './support/run/retry-reporter.ts'

/** A launcher for Chromium at the path that a search found. Throws if it found none. */
export const chromium = (executablePath: string | null): ChromeLauncher => {
  if (executablePath === null) throw new Error(browserMissing)
  return chromeLauncher({ launchOptions: { executablePath, args: [...browserFlags], networkEnabled } })
}

/** A launcher for Firefox, driven by WebDriver BiDi; none if the machine has no Firefox. */
export const firefox = (): readonly ChromeLauncher[] => {
  const executablePath = findFirefox()
  if (executablePath === null) {
    console.warn(firefoxMissing)
    return []
  }
  const launcher = chromeLauncher({
    launchOptions: { browser: 'firefox', executablePath, extraPrefsFirefox, networkEnabled },
  })
  launcher.name = 'Firefox'
  return [launcher]
}

/** No test needs the launcher's list of requests, and reporting every module of every page takes a quarter of Firefox's time. */
const networkEnabled = false

const extraPrefsFirefox = {
  // The same as headless Chromium: overlay scroll bars, and a light color scheme.
  'ui.useOverlayScrollbars': 1,
  'layout.css.prefers-color-scheme.content-override': 1,
}

/** The component tests of element and dashboard in Chromium: `npx web-test-runner --config test/web-test-runner.config.ts`. */
const config: TestRunnerConfig = {
  files: 'packages/{element,dashboard}/src/**/tests/*.wtr.ts',
  nodeResolve: { exportConditions: ['browser', 'production'] },
  // An older target than esnext would drop the type of JSON imports, and the browser then refuses them.
  plugins: [esbuildPlugin({ ts: true, target: 'esnext', tsconfig: 'tsconfig.json' })],
  browsers: [chromium(findQuickestBrowser())],
  // With two pages at once, the browser would draw and animate only the one in front.
  concurrency: 1,
  staticLogging: !process.stdout.isTTY,
  // The first test of a file also waits until its modules have loaded, on a machine that may be busy.
  testFramework: { config: { timeout: 30_000, retries: retriesPerTest } },
  // Firefox starts while other suites load the machine. The runner's default of 30 s assumes an idle one.
  browserStartTimeout: 120_000,
  testsFinishTimeout: 120_000,
}

export default config
