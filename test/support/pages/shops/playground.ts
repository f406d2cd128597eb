import { createPlayground } from '@billing-checkout/example-playground'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'

/** The playground, listening at an address of its own. */
export interface RunningPlayground {
  readonly url: string
  close(): void
}

/** Starts the playground on a free port of this machine. */
export const startPlayground = async (): Promise<RunningPlayground> => {
  const server = createPlayground()
  server.listen(0, 'localhost')
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Opens a stage and waits until its state is reached and nothing moves. Returns the element's phase. */
export const openStage = async (page: Page, playground: RunningPlayground, query: string): Promise<string> => {
  await page.goto(`${playground.url}/stage?${query}`)
  await page.waitForFunction(() => document.documentElement.dataset['settled'] !== undefined)
  return page.locator('billing-checkout').evaluate((element) => (element as HTMLElement & { phase: string }).phase)
}
