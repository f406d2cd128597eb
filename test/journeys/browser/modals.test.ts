import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSession } from '../../chaos/session.ts'
import { openStage, type Stage } from '../../chaos/stage.ts'

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

/** The control that has the focus: a field of the card form, a part of the element, or a control of the page. */
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

test.each(['radix', 'focusTrap', 'dialog', 'bootstrap'])(
  'a keyboard reaches and leaves every control in both directions in a modal of %s',
  async (modal) => {
    const { id } = await openSession(stage, 'recurring')
    const shop = createServer((_, response) =>
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(
        `<!doctype html><html lang="en" data-session="${id}" data-modal="${modal}"><title>Shop</title><body>
        <a href="#behind" id="behind">Behind</a>
        <script type="module" crossorigin src="${stage.server.url}/billing-checkout.js"></script>
        <script type="module">${script}</script>`,
      ),
    )
    await once(shop.listen(0, '127.0.0.1'), 'listening')
    const page = await stage.browser.newPage()
    await page.goto(`http://localhost:${(shop.address() as AddressInfo).port}/`)
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
    shop.close()
    shop.closeAllConnections()
  },
)
