import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSession } from '../../chaos/session.ts'
import { openStage, type Stage } from '../../chaos/stage.ts'
import { scriptOf, serveShop } from '../../support/pages/shops/serve-shop.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

/** What is left in the page after a garbage collection. */
interface Left {
  readonly elements: number
  readonly timers: number
  readonly frames: number
  readonly documents: number
  readonly nodes: number
  readonly jsEventListeners: number
}

/** What an init script records in the page. */
interface Watched extends Window {
  readonly timers: Set<unknown>
  readonly mounted: WeakRef<Element>[]
}

test(
  'a removed element leaves nothing in memory, however often one is added and removed',
  { timeout: 120_000 },
  async () => {
    const { id } = await openSession(stage, 'recurring')
    const shop = await serveShop({ body: () => `<main><h1>Checkout</h1></main>${scriptOf(stage.server.url)}` })
    const page = await stage.browser.newPage()
    await page.addInitScript(watchTimers)
    await page.goto(shop.url)
    const session = await page.context().newCDPSession(page)

    // The first elements load what all elements share.
    for (let count = 0; count < 3; count += 1) await mountAndRemove(page, id)
    const before = await leftIn(page, session)
    for (let count = 0; count < 20; count += 1) await mountAndRemove(page, id)
    const after = await leftIn(page, session)

    expect(after).toMatchObject({ elements: 0, timers: 0, frames: 0, documents: before.documents })
    // If each element left one listener, there would be twenty.
    expect(after.jsEventListeners - before.jsEventListeners).toBeLessThan(10)
    expect(after.nodes - before.nodes).toBeLessThan(20)
    await page.close()
    shop.close()
  },
)

const mountAndRemove = async (page: Page, sessionId: string): Promise<void> => {
  await page.evaluate((id) => {
    const element = document.createElement('billing-checkout')
    element.setAttribute('session-id', id)
    const { mounted } = globalThis as unknown as Watched
    mounted.push(new WeakRef(element))
    document.querySelector('main')!.append(element)
  }, sessionId)
  await page.locator('billing-checkout iframe:not(.waiting)').waitFor()
  await page.locator('billing-checkout [part=test-ribbon]').waitFor()
  await page.evaluate(() => document.querySelector('billing-checkout')!.remove())
}

/** Collects garbage until no element, timer or frame is left, and counts what is left then. */
const leftIn = async (page: Page, session: CDPSession): Promise<Left> => {
  const read = async (): Promise<Left> => {
    await session.send('HeapProfiler.collectGarbage')
    const counters = await session.send('Memory.getDOMCounters')
    const counted = await page.evaluate(() => {
      const { timers, mounted } = globalThis as unknown as Watched
      return {
        elements: mounted.filter((element) => element.deref() !== undefined).length,
        timers: timers.size,
        frames: globalThis.length,
      }
    })
    return { ...counters, ...counted }
  }
  await expect.poll(read, { timeout: 30_000 }).toMatchObject({ elements: 0, timers: 0, frames: 0 })
  return read()
}

/** Records which timers of the page's scripts are pending. */
const watchTimers = (): void => {
  const timers = new Set<unknown>()
  Object.assign(globalThis, { timers, mounted: [] })
  const { setTimeout: begin, clearTimeout: end, setInterval: repeat, clearInterval: stop } = globalThis
  Object.assign(globalThis, {
    setTimeout: (callback: () => void, ms?: number) => {
      const timer = begin(() => {
        timers.delete(timer)
        callback()
      }, ms)
      timers.add(timer)
      return timer
    },
    setInterval: (callback: () => void, ms?: number) => {
      const timer = repeat(callback, ms)
      timers.add(timer)
      return timer
    },
    clearTimeout: (timer: number) => {
      timers.delete(timer)
      end(timer)
    },
    clearInterval: (timer: number) => {
      timers.delete(timer)
      stop(timer)
    },
  })
}
