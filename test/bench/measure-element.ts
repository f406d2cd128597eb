import type { Browser, Frame } from 'playwright-core'
import { isOfSandbox, serveElementPages } from './element-page.ts'
import { openSlowly, type SlowPage } from './slow-phone.ts'

/** What one shopper went through; times in milliseconds since the start of the navigation. */
export interface ElementFigures {
  readonly defined: number
  readonly summary: number
  readonly input: number
  /** Requests answered before the first field could be used, the shop's page not counted, nor what only a sandbox loads. */
  readonly requests: number
  readonly blocking: number
  /** How much moved while it loaded, and in the whole purchase. */
  readonly shiftOfLoad: number
  readonly shiftOfAll: number
  /** The slowest answer to a touch or key, by what the shopper did. */
  readonly interactions: Readonly<Record<string, number>>
}

const inElement = (selector: string) =>
  `document.querySelector('billing-checkout')?.shadowRoot?.querySelector(${JSON.stringify(selector)})`

const sights = {
  defined: "customElements.get('billing-checkout')",
  summary: inElement('[part~=amount]'),
  // The card frame is shown only when it can be typed into.
  input: inElement('form:not([hidden]) iframe:not(.waiting)'),
}

/**
 * Lets several shoppers buy on a slow phone, each with empty caches, from a page that names the placeholder's style sheet
 * or from one that does not.
 */
export const measureElement = async (
  browser: Browser,
  runs: number,
  placeholder: boolean,
): Promise<readonly ElementFigures[]> => {
  const pages = await serveElementPages()
  try {
    // The first answers of a fresh service are slow, and nothing of the element's.
    await shop(browser, await pages.newPage(placeholder))
    const figures: ElementFigures[] = []
    for (let run = 0; run < runs; run += 1) figures.push(await shop(browser, await pages.newPage(placeholder)))
    return figures
  } finally {
    await pages.close()
  }
}

const shop = async (browser: Browser, url: string): Promise<ElementFigures> => {
  const slow = await openSlowly(browser, url, sights)
  try {
    const input = await slow.seen('input')
    const requests = slow.requests().filter(({ url: asked, answered }) => answered < input && isOfElement(asked, url))
    const [defined, summary] = [await slow.seen('defined'), await slow.seen('summary')]
    await slow.page.waitForTimeout(2000)
    const blocking = sumOf((await slow.vitals())[0]?.blocking.map(({ ms }) => ms) ?? [])
    const shiftOfLoad = await shiftOf(slow)
    const interactions = await interact(slow)
    const shiftOfAll = await shiftOf(slow)
    return { defined, summary, input, requests: requests.length, blocking, shiftOfLoad, shiftOfAll, interactions }
  } finally {
    await slow.close()
  }
}

/** Does what shoppers do, and tells how long the page took to answer each kind of it at most. */
const interact = async (slow: SlowPage): Promise<Readonly<Record<string, number>>> => {
  const { page } = slow
  const frame = page.frames().at(-1) as Frame
  const pay = page.locator('billing-checkout').getByRole('button').last()
  const acts: Readonly<Record<string, () => Promise<void>>> = {
    'touch the first field': () => frame.locator('#number').click(),
    'type a card number': () => page.keyboard.type('4242424242424242', { delay: 120 }),
    'pay with fields missing': () => pay.click(),
    'fill in the rest': async () => {
      for (const [field, text] of [
        ['#expiry', '1230'],
        ['#cvc', '123'],
        ['#name', 'Mina Okafor'],
      ] as const) {
        await frame.locator(field).click()
        await page.keyboard.type(text, { delay: 120 })
      }
    },
    pay: async () => {
      await pay.click()
      await page
        .locator('billing-checkout')
        .getByRole('heading', { name: /active/ })
        .waitFor()
    },
  }
  const figures: Record<string, number> = {}
  for (const [name, act] of Object.entries(acts)) figures[name] = await slow.slowestAnswer(act)
  return figures
}

const shiftOf = async (slow: SlowPage): Promise<number> => sumOf((await slow.vitals()).map(({ shifts }) => shifts))

const isOfElement = (url: string, shopUrl: string): boolean =>
  !url.startsWith(shopUrl) && !isOfSandbox(url) && !url.startsWith('data:')

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)
