import type { Browser, Frame, Page } from 'playwright-core'
import { type Vitals, watchVitals } from './vitals.ts'

/** The phone and the network that the element is measured on. */
export const conditions = { roundTripMs: 150, bytesPerSecond: 1_600_000 / 8, slowdown: 4 } as const

/** A page on a slow phone, from its first byte on. */
export interface SlowPage {
  readonly page: Page
  /** Every request of the page and its frames that was answered, and when, in milliseconds since the navigation began. */
  requests(): readonly { readonly url: string; readonly answered: number }[]
  /** What each document has seen so far, the page's own first. */
  vitals(): Promise<readonly Vitals[]>
  /** Runs `act` and answers the slowest answer to a touch or key in it, in milliseconds. */
  slowestAnswer(act: () => Promise<void>): Promise<number>
  /** Milliseconds from the start of the navigation until something was seen in any document. */
  seen(name: string): Promise<number>
  close(): Promise<void>
}

const patienceMs = 60_000

/** Opens a page with empty caches under the conditions; answers as soon as navigation has begun. */
export const openSlowly = async (
  browser: Browser,
  url: string,
  sights: Readonly<Record<string, string>>,
): Promise<SlowPage> => {
  const context = await browser.newContext({ viewport: { width: 412, height: 915 }, locale: 'en-US' })
  const page = await context.newPage()
  await page.addInitScript(watchVitals, sights)
  const protocol = await context.newCDPSession(page)
  await protocol.send('Network.enable')
  await protocol.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: conditions.roundTripMs,
    downloadThroughput: conditions.bytesPerSecond,
    uploadThroughput: conditions.bytesPerSecond / 2,
  })
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: conditions.slowdown })
  const requests: { url: string; at: number }[] = []
  page.on('requestfinished', (request) => requests.push({ url: request.url(), at: Date.now() }))
  await page.goto(url, { waitUntil: 'commit' })
  const begun = await page.evaluate(() => performance.timeOrigin)
  const vitals = () => Promise.all(page.frames().map(vitalsOf))
  return {
    page,
    requests: () => requests.map(({ url, at }) => ({ url, answered: at - begun })),
    vitals,
    async slowestAnswer(act) {
      await Promise.all(page.frames().map(forgetInteractions))
      await act()
      // A browser tells of an interaction when it has drawn what came of it.
      await page.waitForTimeout(1000)
      return Math.max(0, ...(await vitals()).flatMap(({ interactions }) => interactions.map(({ ms }) => ms)))
    },
    async seen(name) {
      for (const end = Date.now() + patienceMs; Date.now() < end;) {
        const times = (await vitals()).flatMap(({ seen }) => seen[name] ?? [])
        if (times.length > 0) return Math.min(...times) - begun
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      throw new Error(`nobody saw ${name} at ${url}`)
    },
    close: () => context.close(),
  }
}

const forgetInteractions = (frame: Frame): Promise<void> =>
  frame
    .evaluate(() => ((globalThis as unknown as { vitals: Vitals }).vitals.interactions = []))
    .then(
      () => {},
      () => {},
    )

const nothing: Vitals = { seen: {}, shifts: 0, blocking: [], interactions: [] }

/** A frame that is just being loaded has nothing to tell yet. */
const vitalsOf = (frame: Frame): Promise<Vitals> =>
  frame
    .evaluate(() => (globalThis as unknown as { vitals?: Vitals }).vitals ?? null)
    .then(
      (vitals) => vitals ?? nothing,
      () => nothing,
    )
