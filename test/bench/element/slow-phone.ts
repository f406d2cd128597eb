import type { Browser, CDPSession, Frame, Page } from 'puppeteer-core'
import { shortestTold, type Vitals, watchVitals } from './vitals.ts'

/** The conditions of phone and network under which the element is measured. */
export const conditions = { roundTripMs: 150, bytesPerSecond: 1_600_000 / 8, slowdown: 4 } as const

/** What slows a page down: the browser's own emulation, or a line outside the browser, which also delays handshakes. */
export type SlowBy = 'emulation' | 'line'

/** A request of a page or its frames. */
export interface SlowRequest {
  readonly url: string
  /** Milliseconds since the epoch. */
  readonly begun: number
  /** The bytes received so far, as sent, including headers. */
  bytes: number
}

/** A page on a slow phone. */
export interface SlowPage {
  readonly page: Page
  /** The requests of the page and its frames that had begun by `ms` milliseconds after the navigation. */
  begunUntil(ms: number): readonly SlowRequest[]
  /** The vitals of each document so far, the page's own first. */
  vitals(): Promise<readonly Vitals[]>
  /**
   * Runs `act` and returns the slowest response to a touch or key in any document, in milliseconds. A browser does not report responses
   * below a minimum; they count as that minimum. Throws if no document was touched.
   */
  slowestAnswer(act: () => Promise<void>): Promise<number>
  /** Milliseconds from the start of the navigation until the sight `name` was visible in any document. */
  seen(name: string): Promise<number>
  close(): Promise<void>
}

const patienceMs = 60_000

/** Opens a page with empty caches under the conditions. Resolves as soon as the navigation has begun. */
export const openSlowly = async (
  browser: Browser,
  url: string,
  sights: Readonly<Record<string, string>>,
  by: SlowBy = 'emulation',
): Promise<SlowPage> => {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  await page.setViewport({ width: 412, height: 915 })
  await page.evaluateOnNewDocument(watchVitals, sights)
  const requests = new Map<string, SlowRequest>()
  await slowDown(await page.createCDPSession(), by, requests)
  const navigation = page.goto(url, { timeout: patienceMs })
  // If the page never loads, later checks of the page will fail.
  navigation.catch(() => {})
  const begun = await beginningOf(page, url)
  const vitals = () => Promise.all(page.frames().map(vitalsOf))
  return {
    page,
    begunUntil: (ms) => [...requests.values()].filter((request) => request.begun - begun < ms),
    vitals,
    async slowestAnswer(act) {
      await keepDrawing(page)
      await Promise.all(page.frames().map(forgetInteractions))
      await act()
      // A browser reports an interaction only after it has drawn the result.
      await pause(1000)
      const documents = await vitals()
      if (documents.every(({ touches }) => touches === 0)) throw new Error(`nobody was touched at ${url}`)
      return Math.max(shortestTold, ...documents.flatMap(({ interactions }) => interactions.map(({ ms }) => ms)))
    },
    async seen(name) {
      for (const end = Date.now() + patienceMs; Date.now() < end;) {
        const times = (await vitals()).flatMap(({ seen }) => seen[name] ?? [])
        if (times.length > 0) return Math.min(...times) - begun
        await pause(50)
      }
      throw new Error(`nobody saw ${name} at ${url}`)
    },
    close: () => context.close(),
  }
}

/** Waits this many milliseconds. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Slows down a page or frame before it does anything, and likewise each inner frame that has its own process. Records their requests. */
const slowDown = async (session: CDPSession, by: SlowBy, requests: Map<string, SlowRequest>): Promise<void> => {
  session.on('sessionattached', (child) => void slowDown(child, by, requests))
  session.on('Network.requestWillBeSent', ({ requestId, request, wallTime }) => {
    // A frame's document is reported twice: by the page that requests it, and by the frame itself.
    if (!request.url.startsWith('data:') && !requests.has(requestId))
      requests.set(requestId, { url: request.url, begun: wallTime * 1000, bytes: 0 })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId)
    if (request) request.bytes = encodedDataLength
  })
  const { roundTripMs: latency, bytesPerSecond, slowdown } = conditions
  await Promise.all([
    session.send('Network.enable'),
    by === 'emulation' &&
      session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency,
        downloadThroughput: bytesPerSecond,
        uploadThroughput: bytesPerSecond / 2,
      }),
    session.send('Emulation.setCPUThrottlingRate', { rate: slowdown }),
    session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }),
    session.send('Runtime.runIfWaitingForDebugger'),
  ])
}

/** When the navigation to `url` began, according to the document. */
const beginningOf = async (page: Page, url: string): Promise<number> => {
  for (;;) {
    const begun = await page
      .evaluate(() => [location.href, performance.timeOrigin] as const)
      .catch(() => ['about:blank', 0] as const)
    if (begun[0].startsWith(url)) return begun[1]
    await pause(20)
  }
}

/**
 * Keeps one pixel of the page changing, outside the page's own thread. Without a screen, a browser shows what a frame of another process
 * has drawn only when the page around it changes, and an interaction lasts until then: a touch on a still page would seem to take seconds.
 */
const keepDrawing = (page: Page): Promise<void> =>
  page.evaluate(() => {
    if (document.getElementById('pixel') !== null) return
    const pixel = document.createElement('div')
    pixel.id = 'pixel'
    pixel.style.cssText = 'position:fixed;inset:0 auto auto 0;width:1px;height:1px;background:#fff;pointer-events:none'
    document.body.append(pixel)
    pixel.animate([{ opacity: 0.99 }, { opacity: 1 }], { duration: 500, iterations: Infinity })
  })

const forgetInteractions = (frame: Frame): Promise<void> =>
  frame
    .evaluate(() => {
      Object.assign((globalThis as unknown as { vitals: Vitals }).vitals, { touches: 0, interactions: [] })
    })
    .catch(() => {})

const nothing: Vitals = { seen: {}, shifts: 0, blocking: [], touches: 0, interactions: [] }

/** A frame that is still loading has no vitals yet. */
const vitalsOf = (frame: Frame): Promise<Vitals> =>
  frame
    .evaluate(() => (globalThis as unknown as { vitals?: Vitals }).vitals ?? null)
    .then(
      (vitals) => vitals ?? nothing,
      () => nothing,
    )
