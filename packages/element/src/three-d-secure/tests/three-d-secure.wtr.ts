import { setViewport } from '@web/test-runner-commands'
import { afterEach, beforeEach, expect, test } from '../../../../../test/support/pages/component-test.ts'
import { aCheckout } from '../../../testing/a-checkout.ts'
import { aPayment, aPaymentId } from '../../../testing/a-payment.ts'
import { FakeService } from '../../../testing/fake-service.ts'
import { HeldClock } from '../../../testing/held-clock.ts'
import { mountCheckout, part, typeCard, until } from '../../../testing/mount-checkout.ts'
import type { BillingCheckout } from '../../billing-checkout.ts'
import type { BillingPaidEvent } from '../../checkout/state/events.ts'

beforeEach(() => setViewport({ width: 1100, height: 800 }))

let clock: HeldClock | null = null

afterEach(() => {
  clock?.release()
  clock = null
  document.body.replaceChildren()
  sessionStorage.clear()
})

const pageUrl = new URL('../../../testing/action-page.html', import.meta.url).href

/** A payment that waits for the shopper to authenticate at their bank. */
const anUnconfirmedPayment = (url = pageUrl) => ({
  ...aPayment('PENDING'),
  next_action: { type: 'three_d_secure' as const, url },
})

const dialogOf = (element: Element) => part(element, 'challenge') as HTMLDialogElement | null
const pageOf = (element: Element) => (part(element, 'challenge-frame') as HTMLIFrameElement).contentWindow as Window
const words = (element: Element, name: string) => part(element, name)?.textContent?.replaceAll(/\s+/g, ' ').trim()
const eventOf = (element: Element, type: string) =>
  new Promise<Event>((resolve) => element.addEventListener(type, resolve, { once: true }))
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const finished = { source: 'billing-checkout', type: 'action-finished' }

/** Sends a message from the given page. */
const say = (page: Window, message: unknown): void => {
  const script = page.document.createElement('script')
  script.textContent = `parent.postMessage(${JSON.stringify(message)}, '*')`
  page.document.body.append(script)
}

const challenged = async (
  service = new FakeService(),
  payment = anUnconfirmedPayment(),
): Promise<readonly [BillingCheckout, FakeService]> => {
  service.payments = [{ kind: 'ok', value: payment }]
  service.polled = { kind: 'ok', value: payment }
  const element = await mountCheckout(service)
  typeCard(element)
  await element.submit()
  await until(() => dialogOf(element)?.open === true && !dialogOf(element)?.classList.contains('waiting'))
  return [element, service]
}

test('a bank asks for a confirmation in a modal dialog of a standard size, and the payment continues', async () => {
  const [element, service] = await challenged()
  const paid = eventOf(element, 'billing-paid')
  const frame = part(element, 'challenge-frame')
  expect(element.phase).to.equal('confirming')
  expect(dialogOf(element)?.matches(':modal')).to.equal(true)
  expect([frame?.clientWidth, frame?.clientHeight]).to.deep.equal([500, 600])
  expect(element.shadowRoot?.activeElement?.id).to.equal('challenge-title')

  service.polled = { kind: 'ok', value: aPayment('SETTLING') }
  say(pageOf(element), finished)

  expect(((await paid) as BillingPaidEvent).payment?.id).to.equal(aPaymentId)
  expect(dialogOf(element)).to.equal(null)
  expect(service.attempts.length).to.equal(1)
})

test('on a phone the dialog takes the whole screen', async () => {
  await setViewport({ width: 360, height: 740 })
  const [element] = await challenged()

  // Some browsers cannot make a window as narrow as requested.
  expect(innerWidth).to.be.lessThan(480)
  expect(dialogOf(element)?.clientWidth).to.equal(innerWidth)
  expect(dialogOf(element)?.clientHeight).to.equal(innerHeight)
  expect(part(element, 'challenge-frame')?.clientHeight).to.equal(innerHeight - 98)
})

for (const [locale, width] of [
  ['en', 360],
  ['fr', 360],
  ['el', 360],
  ['en', 280],
] as const)
  test(`the dialog's heading is one line, and its way out is not cut off (${locale}, ${width})`, async () => {
    await setViewport({ width, height: 740 })
    const [element] = await challenged(new FakeService(aCheckout({ locale })))
    const title = part(element, 'challenge-title')!
    const cancel = part(element, 'challenge-cancel')!
    await pause(50)

    const lines = document.createRange()
    lines.selectNodeContents(title)
    expect(lines.getClientRects().length).to.equal(1)
    expect(cancel.getBoundingClientRect().right).to.be.at.most(innerWidth)
    expect(cancel.getBoundingClientRect().left).to.be.greaterThan(title.getBoundingClientRect().right)
    expect(cancel.textContent).not.to.equal('')
  })

test('the element does not trust the page’s message: it queries the server, and that answer counts', async () => {
  const [element, service] = await challenged()

  say(pageOf(element), { ...finished, status: 'paid' })
  await pause(100)
  expect(element.phase).to.equal('confirming')

  service.polled = { kind: 'ok', value: aPayment('DECLINED', 'authentication_failed') }
  say(pageOf(element), finished)
  await until(() => element.phase === 'declined')
  await until(() => words(element, 'notice')?.includes('could not confirm that it is you') === true)
  await until(() => element.shadowRoot?.activeElement?.id === 'notice')
})

test('a lost message costs a few seconds: the element queries the server anyway', async () => {
  const [element, service] = await challenged()

  service.polled = { kind: 'ok', value: aPayment('SETTLING') }

  await until(() => element.phase === 'paid')
})

for (const [how, cancel] of [
  ['the button', (element: Element) => part(element, 'challenge-cancel')?.click()],
  ['Esc', (element: Element) => dialogOf(element)?.dispatchEvent(new Event('cancel', { cancelable: true }))],
] as const)
  test(`a shopper cancels by ${how}: the page gets the request, and only the server confirms it`, async () => {
    const [element, service] = await challenged()

    cancel(element)
    cancel(element)
    await until(() => pageOf(element).document.body.dataset['cancelled'] === 'yes')
    expect([element.phase, dialogOf(element)?.open]).to.deep.equal(['confirming', true])

    service.polled = { kind: 'ok', value: aPayment('CANCELLED', 'authentication_abandoned') }
    await until(() => element.phase === 'declined' && words(element, 'notice') !== undefined)
    expect(words(element, 'notice')).to.equal('The payment was cancelled You have not been charged.')
    expect(dialogOf(element)).to.equal(null)
  })

test('a shopper who cancels before the page has loaded cancels at the server directly', async () => {
  const url = new URL('/there-is-no-such-page', location.href).href
  const service = new FakeService()
  service.payments = [{ kind: 'ok', value: anUnconfirmedPayment(url) }]
  service.polled = { kind: 'ok', value: anUnconfirmedPayment(url) }
  const element = await mountCheckout(service)
  typeCard(element)
  await element.submit()
  await until(() => dialogOf(element)?.open === true)
  clock = new HeldClock(1000)
  const cancelled = new Promise((resolve) =>
    new PerformanceObserver((list) => {
      if (list.getEntries().some(({ name }) => name === `${url}/cancel`)) resolve(true)
    }).observe({ type: 'resource' }),
  )

  part(element, 'challenge-cancel')?.click()

  expect(await cancelled).to.equal(true)
})

test('after ten minutes the payment is still being checked, without the dialog, and ends when it is known', async () => {
  clock = new HeldClock()
  const [element, service] = await challenged()
  clock.pass(599_000)
  await pause(100)
  expect(element.phase).to.equal('confirming')

  clock.pass(1000)
  await until(() => words(element, 'outcome-title') === 'We are still checking your payment')
  await pause(100)
  expect([element.phase, dialogOf(element)]).to.deep.equal(['checking', null])

  service.polled = { kind: 'ok', value: aPayment('SETTLING') }
  await until(() => element.phase === 'paid')
})

test('a confirmation that was open when the page was reloaded is open again', async () => {
  const payment = anUnconfirmedPayment()
  const service = new FakeService(aCheckout({ phase: 'processing', payment }))
  service.polled = { kind: 'ok', value: payment }

  const element = await mountCheckout(service)

  await until(() => dialogOf(element)?.open === true)
  service.polled = { kind: 'ok', value: aPayment('SETTLING') }
  await until(() => element.phase === 'paid')
  expect(service.attempts.length).to.equal(0)
})

test("a bank's page that the network lost is loaded again", async () => {
  const [element] = await challenged(new FakeService(), anUnconfirmedPayment(`${pageUrl}?lost-once`))

  expect(pageOf(element).document.body.textContent).to.contain('Sandbox bank')
})

test('an element that is moved while a bank asks shows the dialog again', async () => {
  const [element, service] = await challenged()
  const elsewhere = document.body.appendChild(document.createElement('section'))

  elsewhere.append(element)

  await until(() => dialogOf(element)?.open === true)
  expect(element.shadowRoot?.querySelectorAll('dialog').length).to.equal(1)
  service.polled = { kind: 'ok', value: aPayment('SETTLING') }
  await until(() => element.phase === 'paid')
})

test('no other window can report that the action is finished', async () => {
  const [element, service] = await challenged()
  let asked = 0
  const { readPayment } = service
  service.readPayment = async (...asking) => {
    asked += 1
    return readPayment(...asking)
  }
  const stranger = document.body.appendChild(document.createElement('iframe'))
  const before = asked

  window.postMessage(finished, '*')
  say(stranger.contentWindow as Window, finished)
  say(pageOf(element), { type: 'action-finished' })
  say(pageOf(element), 'action-finished')
  await pause(5)

  expect(asked - before).to.be.lessThan(2)
  expect(element.phase).to.equal('confirming')
})

/** Replaces the page's `window.open` while `run` runs. */
const withWindows = async (open: typeof window.open, run: () => Promise<void>): Promise<void> => {
  const { open: real } = window
  window.open = open
  await run().finally(() => (window.open = real))
}

test('a bank that cannot be framed is opened in a window, and the link to it is more prominent after eight seconds', async () => {
  clock = new HeldClock(8000)
  const [element, service] = await challenged()
  const open = part(element, 'challenge-open')!
  const looks = () => getComputedStyle(open).backgroundColor
  const before = looks()
  expect(open.textContent).to.equal('Open the window')
  clock.pass(8000)
  expect(looks()).not.to.equal(before)

  // Stands in for the window that a shopper's click opens, because browsers would block a window opened by a script.
  const bank = document.body.appendChild(document.createElement('iframe'))
  await withWindows(
    (url) => {
      bank.src = String(url)
      return bank.contentWindow
    },
    async () => {
      const isThere = new Promise((resolve) => bank.addEventListener('load', resolve, { once: true }))
      open.click()
      await isThere
    },
  )
  expect(bank.src).to.equal(`${pageUrl}?window=1`)
  service.polled = { kind: 'ok', value: aPayment('SETTLING') }
  say(bank.contentWindow as Window, finished)
  await until(() => element.phase === 'paid')
})

test('a browser that blocks the window gets a notice, and the bank’s page stays in the dialog', async () => {
  const [element, service] = await challenged()

  const blocked = () => null
  await withWindows(blocked, async () => part(element, 'challenge-open')?.click())

  expect(dialogOf(element)?.querySelector('footer')?.textContent).to.contain('Your browser has blocked the window')
  expect(pageOf(element).document.body.textContent).to.contain('Sandbox bank')
  service.polled = { kind: 'ok', value: aPayment('SETTLING') }
  await until(() => element.phase === 'paid')
})

test('an action that is not a web page is not opened', async () => {
  const service = new FakeService()
  const payment = {
    ...aPayment('PENDING'),
    next_action: { type: 'three_d_secure' as const, url: 'javascript:alert(1)' },
  }
  service.payments = [{ kind: 'ok', value: payment }]
  service.polled = { kind: 'ok', value: payment }
  const element = await mountCheckout(service)
  typeCard(element)

  await element.submit()
  await pause(200)

  expect(dialogOf(element)).to.equal(null)
})
