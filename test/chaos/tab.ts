import type { BrowserContext, Frame, Page, Route } from 'playwright-core'

/** What the element reported to its page. */
export interface Told {
  readonly type: string
  readonly paymentId: string | null
}

/** One tab with the checkout, used by an impatient shopper. */
export interface Tab {
  readonly page: Page
  readonly told: readonly Told[]
  phase(): Promise<string>
  words(): Promise<string>
  /** If the element offers to pay, types a card and presses the button `clicks` times at once. */
  pay(card: string, clicks: number): Promise<void>
  /** Answers the bank's challenge, if there is one. */
  answerBank(answer: 'passed' | 'failed' | 'cancelled'): Promise<void>
  /** Takes the element out of the page and puts it back. */
  removeForAWhile(): Promise<void>
}

/** Opens the checkout in a tab of its own. */
export const openTab = async (context: BrowserContext, url: string): Promise<Tab> => {
  const page = await context.newPage()
  const told: Told[] = []
  await page.exposeFunction('told', (type: string, paymentId: string | null) => told.push({ type, paymentId }))
  await page.goto(url)
  const inElement = <Value>(read: (element: Element & { phase?: string }) => Value): Promise<Value | undefined> =>
    page
      .locator('billing-checkout')
      .evaluate(read, undefined, { timeout: 20_000 })
      .catch(() => undefined)
  const phase = async () => (await inElement((element) => element.phase)) ?? 'gone'
  return {
    page,
    told,
    phase,
    words: async () =>
      (await inElement((element) => element.shadowRoot?.querySelector('.panel')?.textContent ?? '')) ?? '',
    async pay(card, clicks) {
      const now = await phase()
      if (now !== 'ready' && now !== 'declined') return
      const frame = page.frames().find((one) => one.url().includes('/frame/'))
      if (frame === undefined || !(await typeCard(frame, card))) return
      await page
        .locator('billing-checkout [part=button]')
        .click({ clickCount: clicks, timeout: 5000, noWaitAfter: true })
        .catch(() => undefined)
    },
    async answerBank(answer) {
      const frame = page.frames().find((one) => one.url().includes('/sandbox/issuer/'))
      // The cancel button is in the dialog around the bank's page.
      const button =
        answer === 'cancelled' ? page.locator('[part~=challenge-cancel]') : frame?.locator(`button[value=${answer}]`)
      await button?.click({ timeout: 5000, noWaitAfter: true }).catch(() => undefined)
    },
    async removeForAWhile() {
      await page.evaluate(async () => {
        const element = document.querySelector('billing-checkout')
        element?.remove()
        await new Promise((resolve) => setTimeout(resolve, 150))
        if (element) document.querySelector('main')?.append(element)
      })
    },
  }
}

const typeCard = async (frame: Frame, number: string): Promise<boolean> => {
  const fields = { number, expiry: '12/30', cvc: '123', name: 'Mina Okafor' }
  try {
    for (const [id, value] of Object.entries(fields)) await frame.locator(`#${id}`).fill(value, { timeout: 5000 })
    return true
  } catch {
    return false
  }
}

/** What can happen to requests to the billing server. */
export const faultProfiles = {
  healthy: (route: Route) => route.continue(),
  async slow(route: Route) {
    await new Promise((resolve) => setTimeout(resolve, 400))
    await route.continue()
  },
  lostRequest: (route: Route) => (isPayment(route) ? route.abort() : route.continue()),
  async lostAnswer(route: Route) {
    if (!isPayment(route)) return route.continue()
    await route.fetch()
    await route.abort()
  },
  async brokenAnswer(route: Route) {
    if (!isPayment(route)) return route.continue()
    await route.fetch()
    await route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>', headers: { 'Access-Control-Allow-Origin': '*' } })
  },
} as const

const isPayment = (route: Route): boolean => {
  const request = route.request()
  return request.method() === 'POST' && request.url().endsWith('/payments')
}
