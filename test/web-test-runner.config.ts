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
import { retries } from './support/run/name-retried.ts'

/** Chromium at the path of a search; throws if the search found none. */
export const chromium = (executablePath: string | null): ChromeLauncher => {
  if (executablePath === null) throw new Error(browserMissing)
  return chromeLauncher({ launchOptions: { executablePath, args: [...browserFlags], networkEnabled } })
}

/** Firefox, spoken to in WebDriver BiDi by the same launcher; none where the machine has none. */
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

/** No test reads from the launcher what was loaded; reporting every module of every page takes a quarter of Firefox’s time. */
const networkEnabled = false

const extraPrefsFirefox = {
  // As Chromium without a head: scroll bars that take no room, and a light system.
  'ui.useOverlayScrollbars': 1,
  'layout.css.prefers-color-scheme.content-override': 1,
}

/** The component tests of element and dashboard in Chromium: `npx web-test-runner --config test/web-test-runner.config.ts`. */
const config: TestRunnerConfig = {
  files: 'packages/{element,dashboard}/src/**/*.wtr.ts',
  nodeResolve: { exportConditions: ['browser', 'production'] },
  // esnext: an older target would drop the type of JSON imports, and the browser then refuses them.
  plugins: [esbuildPlugin({ ts: true, target: 'esnext', tsconfig: 'tsconfig.json' })],
  browsers: [chromium(findQuickestBrowser())],
  // Of two pages at once the browser would draw and animate only the one in front.
  concurrency: 1,
  staticLogging: !process.stdout.isTTY,
  // The first test of a file also waits for its modules, on a machine that may be busy.
  testFramework: { config: { timeout: 30_000, retries } },
  // Firefox starts while other suites load the machine; the runner's 30 s are for one that is idle.
  browserStartTimeout: 120_000,
  testsFinishTimeout: 120_000,
}

export default config
