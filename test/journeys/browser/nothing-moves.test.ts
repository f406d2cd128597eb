import type { Browser, Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ElementPages, serveElementPages } from '../../bench/element/element-page.ts'
import { launchBrowser } from '../../support/pages/browser.ts'

// The shop is on one site and the billing server on another. The first test is a whole purchase on a phone, including a mistake.
let pages: ElementPages
let browser: Browser

beforeAll(async () => {
  ;[pages, browser] = await Promise.all([serveElementPages(), launchBrowser()])
}, 180_000)

afterAll(async () => {
  await browser?.close()
  await pages?.close()
})

/**
 * Records every layout shift in a document, including shifts soon after a touch, because a slow phone reacts later. Browsers leave those
 * shifts out of their own score.
 */
const watchShifts = (): void => {
  const seen: string[] = []
  Object.assign(globalThis, { shifts: seen })
  const nameOf = (node: Node | null) =>
    node instanceof Element ? `${node.nodeName} ${node.getAttribute('part') ?? node.className}` : String(node?.nodeName)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, sources } = entry as unknown as Shift
      seen.push(`${value.toFixed(4)} ${sources.map(({ node }) => nameOf(node)).join(', ')}`)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

interface Shift {
  readonly value: number
  readonly sources: readonly { readonly node: Node | null }[]
}

/** Waits until the document is drawn and its observers have run. */
const drawn = (document: Page | Frame): Promise<void> =>
  document.evaluate(async () => {
    for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame)
    await new Promise((resolve) => setTimeout(resolve, 50))
  })

/** The shifts in a document since the last call. */
const shiftsIn = async (document: Page | Frame): Promise<readonly string[]> => {
  await drawn(document)
  return document.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts.splice(0))
}

test('on a phone, nothing moves in a purchase except for the error after a press without a card', async () => {
  const context = await browser.newContext({ viewport: { width: 412, height: 915 }, locale: 'en-US' })
  const page = await context.newPage()
  await page.addInitScript(watchShifts)
  // Delay the checkout, so that the card form is there before its space is known.
  await page.route(/\/checkout\/[^/]+$/, async (route) => {
    await expect.poll(() => page.frames().at(-1)!.locator('#name').count(), { timeout: 30_000 }).toBe(1)
    await drawn(page)
    await route.continue()
  })
  const typeInto = async (frame: Frame, fields: Readonly<Record<string, string>>): Promise<void> => {
    for (const [id, text] of Object.entries(fields)) {
      await frame.locator(`#${id}`).click()
      await page.keyboard.type(text)
    }
  }
  const button = page.locator('billing-checkout [part~=button]')

  await page.goto(await pages.newPage({ placeholder: true }))
  await page.locator('billing-checkout iframe:not(.waiting)').waitFor()
  await page.locator('billing-checkout [part~=test-ribbon]').waitFor()
  const frame = page.frames().at(-1)!
  const arrival = { page: await shiftsIn(page), frame: await shiftsIn(frame) }
  await typeInto(frame, { number: '4242424242424242' })
  const number = { page: await shiftsIn(page), frame: await shiftsIn(frame) }
  await button.click()
  await frame.locator('.error:visible').nth(2).waitFor()
  await Promise.all([shiftsIn(page), shiftsIn(frame)])
  await typeInto(frame, { expiry: '1230', cvc: '123', name: 'Mina Okafor' })
  const rest = { page: await shiftsIn(page), frame: await shiftsIn(frame) }
  await button.click()
  await page.locator('billing-checkout [part~=receipt]').waitFor()
  const receipt = { page: await shiftsIn(page) }

  const still = { page: [], frame: [] }
  expect({ arrival, number, rest, receipt }).toEqual({
    arrival: still,
    number: still,
    rest: still,
    receipt: { page: [] },
  })
  await context.close()
})

test('a card form that has almost no width for a moment keeps its height', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(await pages.newPage({ placeholder: true }))
  const element = page.locator('billing-checkout iframe:not(.waiting)')
  await element.waitFor()
  const frame = page.frames().at(-1)!
  const squeeze = async (width: string) => {
    await element.evaluate((it, to) => void ((it as HTMLElement).style.inlineSize = to), width)
    await expect.poll(() => frame.evaluate(() => innerWidth < 100)).toBe(width !== '')
    await Promise.all([drawn(frame), drawn(page)])
    return element.evaluate((it) => (it as HTMLElement).offsetHeight)
  }

  const height = await squeeze('')
  expect(height).toBeGreaterThan(200)
  expect(await squeeze('8px')).toBe(height)
  expect(await squeeze('')).toBe(height)
  await page.close()
})
