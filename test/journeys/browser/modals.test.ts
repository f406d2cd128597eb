import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSession } from '../../chaos/session.ts'
import { openStage, type Stage } from '../../chaos/stage.ts'
import { firefox } from '../../support/pages/engines/engines.ts'
import { cardField, inCheckout, payButton } from '../../support/pages/engines/shop-journey.ts'
import type { ShopperBrowser } from '../../support/pages/engines/shopper-window.ts'
import { scriptOf, type ServedShop, serveShop } from '../../support/pages/shops/serve-shop.ts'

let stage: Stage
let script: string
beforeAll(async () => {
  ;[stage, script] = await Promise.all([openStage(), bundlePages()])
})
afterAll(() => stage.close())

const bundlePages = async (): Promise<string> => {
  const { build } = await import('vite')
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry: fileURLToPath(new URL('modals/pages.js', import.meta.url)), formats: ['es'] },
    },
  })
  const [first] = [built].flat()
  const output = first !== undefined && 'output' in first ? first.output : []
  return output.map((file) => ('code' in file ? file.code : '')).join('')
}

/** The name of the focused element: a field of the card form, a part of the element, or a control of the page. */
const focused = async (page: Page): Promise<string> => {
  const inPage = await page.evaluate(() => {
    const { activeElement: outer } = document
    const inner = outer?.shadowRoot?.activeElement
    return inner?.localName === 'iframe'
      ? 'frame'
      : (inner?.getAttribute('part') ?? inner?.localName ?? outer?.id ?? '')
  })
  if (inPage !== 'frame') return inPage
  const frame = page.frames().find((one) => one.url().includes('/frame/'))
  return (await frame?.evaluate(() => document.activeElement?.id)) ?? ''
}

const walk = async (page: Page, key: 'Tab' | 'Shift+Tab'): Promise<ReadonlySet<string>> => {
  const seen = new Set<string>()
  for (let pressed = 0; pressed < 24; pressed += 1) {
    await page.keyboard.press(key)
    await page.waitForTimeout(60)
    seen.add(await focused(page))
  }
  return seen
}

const modals = ['radix', 'focusTrap', 'dialog', 'bootstrap']

/** Opens a shop whose page shows the element in a modal. */
const openModal = async (modal: string): Promise<ServedShop> => {
  const { id } = await openSession(stage, 'recurring')
  return serveShop({
    attributes: `data-session="${id}" data-modal="${modal}"`,
    body: () => `<body><a href="#behind" id="behind">Behind</a>${scriptOf(stage.server.url)}
      <script type="module">${script}</script>`,
  })
}

test.each(modals)('a keyboard reaches and leaves every control in both directions in a modal of %s', async (modal) => {
  const { url, close } = await openModal(modal)
  const page = await stage.browser.newPage()
  await page.goto(url)
  await page.locator('billing-checkout iframe:not(.waiting)').waitFor()
  await page.locator('billing-checkout [part=test-ribbon]').waitFor()
  await page.waitForTimeout(1000)

  const [forwards, backwards] = [await walk(page, 'Tab'), await walk(page, 'Shift+Tab')]

  const controls = ['number', 'expiry', 'cvc', 'name', 'button', 'close', 'summary']
  expect({
    forwards: controls.filter((control) => !forwards.has(control)),
    backwards: controls.filter((control) => !backwards.has(control)),
    behind: modal !== 'dialog' && forwards.has('behind'),
  }).toEqual({ forwards: [], backwards: [], behind: false })
  await page.close()
  close()
})

describe.skipIf(firefox.missing !== null)('in Firefox', () => {
  let browser: ShopperBrowser
  beforeAll(async () => {
    browser = await firefox.open()
  })
  afterAll(() => browser?.close())

  test.each(modals)('a keyboard reaches and leaves every control of a modal of %s as well', async (modal) => {
    const { url, close } = await openModal(modal)
    const visit = await browser.newVisit()
    const { window } = visit
    await window.visit(url)
    await window.read(inCheckout('summary "Test mode"'))
    await window.read(cardField('number'))
    await new Promise((resolve) => setTimeout(resolve, 1000))
    const passed = async (key: 'Tab' | 'Shift+Tab'): Promise<readonly string[]> => {
      const names = [await window.focus()]
      for (let pressed = 0; pressed < 24; pressed += 1) {
        await window.press(key)
        await new Promise((resolve) => setTimeout(resolve, 60))
        names.push(await window.focus())
      }
      return names
    }

    const forwards = await passed('Tab')
    // Bootstrap brings the focus back if it leaves the modal for the window. A headless Firefox moves the focus to invisible controls of
    // its own. From then on, the focus moves without focus events, with our element in the modal and with plain fields alike. A click
    // repairs that.
    if (modal === 'bootstrap') await window.click(['button "Close"'])
    const backwards = await passed('Shift+Tab')

    const pay = (await window.read(payButton)).replaceAll(/\s+/g, ' ').trim()
    const controls = ['Card number', 'Expiry', 'Security code', 'Name on card', pay, 'Close', 'Test mode']
    const missing = (names: readonly string[]) =>
      controls.filter((control) => !names.some((name) => name.includes(control)))
    expect({ forwards: missing(forwards), backwards: missing(backwards) }).toEqual({ forwards: [], backwards: [] })
    await visit.end()
    close()
  })
})
