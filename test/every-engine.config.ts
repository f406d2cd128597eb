import type { TestRunnerConfig } from '@web/test-runner'
import { findBrowser } from './support/pages/browser.ts'
import { hasWebKit, webKitMissing } from './support/pages/engines/webkit-driver.ts'
import { WebKitLauncher } from './support/pages/engines/webkit-launcher.ts'
import { shareOfRun } from './support/run/shares.ts'
import config, { chromium, firefox } from './web-test-runner.config.ts'

const webKit = (): readonly WebKitLauncher[] => {
  if (hasWebKit()) return [new WebKitLauncher()]
  console.warn(webKitMissing)
  return []
}

const otherEngines = [...firefox(), ...webKit()]
/** `npm test` has already run the component tests in Chromium. */
const hasRunInChromium = shareOfRun === 'rest' && otherEngines.length > 0

/**
 * The component tests in every engine of this machine (`npm run test:engines`). In the share `rest`, only the engines other than Chromium.
 */
const everyEngine: TestRunnerConfig = {
  ...config,
  browsers: [...(hasRunInChromium ? [] : [chromium(findBrowser())]), ...otherEngines],
}

export default everyEngine
