import type { Page, Route } from 'playwright-core'

/** The two locales to which a card frame is switched, the second while the texts of the first are still loading. */
const [first, second] = ['de', 'fr'] as const

/**
 * The language in which the card frame at `url` ends up, if it is switched to one language, and then to another whose texts arrive sooner.
 * The frame is added to `page` for this.
 */
export const languageAfterChange = async (page: Page, url: string): Promise<string> => {
  const late: Route[] = []
  await page.route(`**/messages/*/${first}.js`, (route) => void late.push(route))
  await page.evaluate(
    async ({ src, locales }) => {
      const frame = document.createElement('iframe')
      frame.id = 'told-by-hand'
      frame.src = src
      document.body.append(frame)
      await new Promise((resolve) => frame.addEventListener('load', resolve))
      const { port1, port2 } = new MessageChannel()
      frame.contentWindow?.postMessage({ type: 'billing-checkout:connect', protocol: 1 }, '*', [port2])
      const isReady = new Promise<void>((resolve) =>
        port1.addEventListener('message', ({ data }) => (data as { type: string }).type === 'ready' && resolve()),
      )
      port1.start()
      for (const locale of locales) port1.postMessage({ type: 'configure', locale, scheme: 'light', tokens: {} })
      await isReady
    },
    { src: url, locales: [first, second] },
  )
  const frame = await (await page.waitForSelector('#told-by-hand')).contentFrame()
  if (frame === null || late.length === 0) throw new Error('nothing came late')
  for (const route of late) await route.continue()
  // Longer than the frame needs to show the loaded texts.
  await page.waitForTimeout(1000)
  return frame.evaluate(() => document.documentElement.lang)
}
