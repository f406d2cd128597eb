import type { Browser, Frame } from 'puppeteer-core'
import { type ElementPages, isOfSandbox, type PageParts, serveElementPages } from './element-page.ts'
import type { Pace } from './pace.ts'
import type { SlowLine } from './slow-line.ts'
import { openSlowly, pause, type SlowBy, type SlowPage } from './slow-phone.ts'

/** How a page with the element loaded for a shopper; times in milliseconds since the start of the navigation. */
export interface Arrival {
  readonly defined: number
  readonly summary: number
  /** When a card can be typed, or a saved card can be used. */
  readonly usable: number
  /** The requests that had begun by `usable`, including the shop's page. Requests that only a sandbox makes are left out. */
  readonly requests: number
  /** The bytes of those requests, including headers. */
  readonly bytes: number
  /** The blocking time in milliseconds (the sum of the parts of long tasks beyond 50), in the document with the most. */
  readonly blocking: number
  /** The layout shift while the page loaded. */
  readonly shift: number
}

/** The figures of a shopper who also bought. */
export interface Purchase extends Arrival {
  /** The layout shift in the whole purchase. */
  readonly shiftOfAll: number
  /** The slowest response to a touch or key, by what the shopper did. */
  readonly interactions: Readonly<Record<string, number>>
}

/** The element's figures, with one row for each shopper. */
export interface ElementFigures {
  readonly first: readonly Purchase[]
  /** For shoppers on pages that link the placeholder's style sheet. */
  readonly placeheld: readonly Purchase[]
  /** For shoppers who have bought before and use their saved card. */
  readonly saved: readonly Arrival[]
}

const inElement = (selector: string) =>
  `document.querySelector('billing-checkout')?.shadowRoot?.querySelector(${JSON.stringify(selector)})`

const sights = {
  defined: "customElements.get('billing-checkout')",
  summary: inElement('[part~=amount]'),
  // The card frame is visible only when it accepts input.
  input: inElement('form:not([hidden]) .frame:not(.waiting)'),
  saved: inElement('[part~=methods] input:checked'),
}

/** Measures several shoppers on a slow phone, each with empty caches. Shoppers with a saved card only load the page; the others buy. */
export const measureElement = async (browser: Browser, runs: number, pace: Pace): Promise<ElementFigures> => {
  const pages = await serveElementPages()
  try {
    const buying = async (placeholder: boolean): Promise<Purchase> => {
      const url = await pages.newPage({ placeholder })
      return arrive(browser, url, 'input', 'emulation', buy)
    }
    // The first answers of a fresh service are slow, which has nothing to do with the element.
    await buying(false)
    const customer = await pages.lastCustomer()
    const first = await pace.measure(runs, () => buying(false))
    const placeheld = await pace.measure(2, () => buying(true))
    const saved = await pace.measure(runs, async () =>
      arrive(browser, await pages.newPage({}, customer), 'saved', 'emulation', justLook),
    )
    return { first, placeheld, saved }
  } finally {
    await pages.close()
  }
}

/** Ways to put `<billing-checkout>` into a shop's page, by their names in the report, each with what the page then has. */
export const pageVariants = {
  'the tag alone': {},
  'the tag names the frame’s origin': { frame: 'origin' },
  'the frame is in the page’s HTML, too': { frame: 'html', placeholder: true },
} as const satisfies Readonly<Record<string, PageParts>>

/** Loads pages with each variant of the tag over a slow line that includes the handshakes of TCP and TLS. */
export const measureOverLine = async (
  browser: Browser,
  runs: number,
  line: SlowLine,
  pace: Pace,
): Promise<Readonly<Record<keyof typeof pageVariants, readonly Arrival[]>>> => {
  const pages: ElementPages = await serveElementPages(line)
  try {
    const come = async (parts: PageParts) => arrive(browser, await pages.newPage(parts), 'input', 'line', justLook)
    await come({})
    const measured: [string, readonly Arrival[]][] = []
    for (const [name, parts] of Object.entries(pageVariants))
      measured.push([name, await pace.measure(runs, () => come(parts))])
    return Object.fromEntries(measured) as Record<keyof typeof pageVariants, readonly Arrival[]>
  } finally {
    await pages.close()
  }
}

const arrive = async <Figures extends Arrival>(
  browser: Browser,
  url: string,
  usableAt: 'input' | 'saved',
  by: SlowBy,
  goOn: (arrival: Arrival, slow: SlowPage) => Promise<Figures>,
): Promise<Figures> => {
  const slow = await openSlowly(browser, url, sights, by)
  try {
    const usable = await slow.seen(usableAt)
    const [defined, summary] = [await slow.seen('defined'), await slow.seen('summary')]
    await pause(2000)
    const begun = slow.begunUntil(usable).filter((request) => !isOfSandbox(request.url))
    const documents = await slow.vitals()
    const blocking = Math.max(...documents.map(({ blocking: tasks }) => sumOf(tasks.map(({ ms }) => ms))))
    const bytes = sumOf(begun.map((request) => request.bytes))
    const shift = sumOf(documents.map(({ shifts }) => shifts))
    return await goOn({ defined, summary, usable, requests: begun.length, bytes, blocking, shift }, slow)
  } finally {
    await slow.close()
  }
}

const justLook = async (arrival: Arrival): Promise<Arrival> => arrival

/** Buys as shoppers do, and records the slowest response of the page to each kind of action. */
const buy = async (arrival: Arrival, slow: SlowPage): Promise<Purchase> => {
  const { page } = slow
  const frame = page.frames().at(-1) as Frame
  const pay = page.locator('billing-checkout >>> [part~=button]')
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
      await page.locator('billing-checkout >>> [part~=receipt]').wait()
    },
  }
  const interactions: Record<string, number> = {}
  for (const [name, act] of Object.entries(acts)) interactions[name] = await slow.slowestAnswer(act)
  const shiftOfAll = sumOf((await slow.vitals()).map(({ shifts }) => shifts))
  return { ...arrival, shiftOfAll, interactions }
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)
