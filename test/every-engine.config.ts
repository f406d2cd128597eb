import type { TestRunnerConfig } from '@web/test-runner'
import { findBrowser } from './support/pages/browser.ts'
import { hasWebKit, webKitMissing } from './support/pages/engines/webkit-driver.ts'
import { WebKitLauncher } from './support/pages/engines/webkit-launcher.ts'
import config, { chromium, firefox } from './web-test-runner.config.ts'

const webKit = (): readonly WebKitLauncher[] => {
  if (hasWebKit()) return [new WebKitLauncher()]
  console.warn(webKitMissing)
  return []
}

/** The component tests in every engine of this machine: `npm run test:engines`. */
const everyEngine: TestRunnerConfig = { ...config, browsers: [chromium(findBrowser()), ...firefox(), ...webKit()] }

export default everyEngine
