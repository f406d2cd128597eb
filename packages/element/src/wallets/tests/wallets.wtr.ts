import { paymentMethodTypes } from '@billing-checkout/contract'
import { setViewport } from '@web/test-runner-commands'
import { afterEach, beforeEach, expect, test } from '../../../../../test/support/pages/component-test.ts'
import { aCheckout } from '../../../testing/a-checkout.ts'
import { aPayment } from '../../../testing/a-payment.ts'
import { FakeService } from '../../../testing/fake-service.ts'
import { mountCheckout, part, until } from '../../../testing/mount-checkout.ts'
import type { BillingCheckout } from '../../billing-checkout.ts'
import type { BillingChangeEvent } from '../../checkout/state/events.ts'
import { availableKinds } from '../available-kinds.ts'

const pageUrl = new URL('../../../testing/action-page.html', import.meta.url).href
const open = window.open
const kinds = [...paymentMethodTypes]
let opened: Window[] = []

beforeEach(async () => {
  await setViewport({ width: 1100, height: 800 })
  opened = []
})

afterEach(() => {
  window.open = open
  document.body.replaceChildren()
  sessionStorage.clear()
})

/** Opens frames instead of windows, because a test cannot open windows. */
const openFrames = (): void => {
  window.open = (url) => {
    const frame = document.body.appendChild(document.createElement('iframe'))
    if (url) frame.src = String(url)
    const page = {
      get location() {
        return frame.contentWindow?.location
      },
      closed: false,
      close: () => frame.remove(),
      focus() {},
    } as unknown as Window
    opened.push(page)
    return page
  }
}

const aRedirect = () => ({ ...aPayment('PENDING'), next_action: { type: 'redirect' as const, url: pageUrl } })
const words = (element: Element, name: string) => part(element, name)?.textContent?.replaceAll(/\s+/g, ' ').trim()
const radios = (element: Element) => [
  ...(element.shadowRoot?.querySelectorAll<HTMLInputElement>('input[type=radio]') ?? []),
]
const choose = (element: Element, name: string): void => {
  const labels = [...(element.shadowRoot?.querySelectorAll<HTMLElement>('[part~=method]') ?? [])]
  labels.find((label) => label.textContent?.trim() === name)?.click()
}
const button = (element: Element, name: string): HTMLElement | undefined =>
  [...(element.shadowRoot?.querySelectorAll('button') ?? [])].find((one) => one.textContent?.trim() === name)

/** A service whose payments continue on the wallet's own pages. */
const aRedirectingService = (): FakeService => {
  const service = new FakeService(aCheckout({ kinds }))
  service.payments = [{ kind: 'ok', value: aRedirect() }]
  service.polled = { kind: 'ok', value: aRedirect() }
  return service
}

const mountWallets = async (service = new FakeService(aCheckout({ kinds }))): Promise<BillingCheckout> => {
  const element = await mountCheckout(service)
  await until(() => part(element, 'wallet') !== null)
  return element
}

test('wallets of the device are native radios above the card, which is chosen, and other wallets below it', async () => {
  const element = await mountWallets()

  const names = [...(element.shadowRoot?.querySelectorAll('[part~=method]') ?? [])].map((tile) =>
    tile.textContent?.trim(),
  )
  expect(names).to.deep.equal(['Apple Pay', 'Google Pay', 'Card', 'PayPal', 'Venmo', 'Cash App'])
  expect(radios(element).map(({ checked }) => checked)).to.deep.equal([false, false, true, false, false, false])
})

test('wallets and stored cards are one group of radios', async () => {
  const element = await mountWallets(new FakeService(aCheckout({ kinds, hasSavedMethods: true })))

  choose(element, 'Venmo')
  await element.updateComplete

  expect(radios(element).filter(({ checked }) => checked).length).to.equal(1)
  expect(part(element, 'card')?.hidden).to.equal(true)
})

test('if new cards are not offered, there is no card form, and the first wallet is chosen', async () => {
  const service = new FakeService(aCheckout({ kinds: ['PAYPAL'] }))
  service.payments = [{ kind: 'ok', value: aPayment('SETTLED') }]
  const element = await mountWallets(service)

  expect(radios(element).map(({ checked }) => checked)).to.deep.equal([true])
  expect(part(element, 'card')?.hidden).to.equal(true)
  await element.submit()
  expect(service.attempts[0]?.request.payment_method).to.deep.equal({ type: 'PAYPAL' })
})

test('without any method, the checkout shows that, and the button is disabled', async () => {
  const refused = aCheckout({ kinds: [], refusal: { code: 'unavailable', subscription: null } })
  const element = await mountCheckout(new FakeService(refused))

  await until(() => words(element, 'notice-title') === 'Payment is not possible here at the moment')
  expect(part(element, 'card')?.hidden).to.equal(true)
  expect(part(element, 'button')?.ariaDisabled).to.equal('true')
  expect(words(element, 'notice')).to.contain('help@example.com')
})

test('if only cards are offered, no wallet is drawn or queried', async () => {
  expect(part(await mountCheckout(new FakeService()), 'wallet')).to.equal(null)
})

test('nothing is drawn before the available wallets are known', async () => {
  const checkout = aCheckout({ kinds, mode: 'live' })
  const service = new FakeService(checkout)
  const drawn: string[] = []
  const element = await mountCheckout(service)
  const watch = new MutationObserver(() => drawn.push(String(part(element, 'wallet') !== null)))
  watch.observe(element.shadowRoot as ShadowRoot, { subtree: true, childList: true })
  await until(() => element.shadowRoot?.querySelector('.bone') == null)

  expect(part(element, 'wallet')).not.to.equal(null)
  expect(drawn).not.to.contain('false')
})

test('a browser without a wallet’s sheet does not offer the wallet in live mode, and no vendor script is loaded', async () => {
  const before = performance.getEntriesByType('resource').length
  const offered = { method_kinds: kinds, wallet_frames: [], mode: 'live' as const }
  let found = availableKinds(offered, () => {})
  await until(() => (found = availableKinds(offered, () => {})) !== null)

  expect(found).to.deep.equal(['PAYPAL', 'VENMO', 'CASHAPP'])
  const loaded = performance.getEntriesByType('resource').slice(before)
  expect(loaded.filter(({ name }) => !name.startsWith(location.origin))).to.deep.equal([])
})

for (const [name, type] of [
  ['Apple Pay', 'APPLE_PAY'],
  ['Google Pay', 'GOOGLE_PAY'],
] as const)
  test(`${name} pays with the token of its sheet, under a button that states the cost`, async () => {
    const service = new FakeService(aCheckout({ kinds }))
    const element = await mountWallets(service)

    choose(element, name)
    part(element, 'button')?.click()
    await until(() => (part(element, 'wallet-sheet') as HTMLDialogElement | null)?.open === true)
    button(element, 'Pay')?.click()

    await until(() => element.phase === 'paid')
    const [attempt] = service.attempts
    expect(attempt?.request.payment_method).to.deep.equal({
      type,
      details: { token: `sandbox_${type.toLowerCase()}` },
    })
    expect(attempt?.request.consent.text).to.contain('Subscribe and pay')
    expect(part(element, 'wallet-sheet')).to.equal(null)
  })

for (const [locale, says, lang, dir] of [
  ['ar-EG', 'ادفع', 'ar-EG', 'rtl'],
  ['ja', '支払う', 'ja', 'ltr'],
  ['zh-TW', '付款', 'zh-TW', 'ltr'],
  ['nn-NO', 'Betal', 'nb', 'ltr'],
  ['tlh', 'Pay', 'en', 'ltr'],
] as const)
  test(`the sandbox's sheet is in the language of the checkout, if it has that language (${locale})`, async () => {
    const element = await mountWallets(new FakeService(aCheckout({ kinds, locale })))

    choose(element, 'Apple Pay')
    part(element, 'button')?.click()
    await until(() => part(element, 'wallet-sheet') !== null)

    const sheet = part(element, 'wallet-sheet') as HTMLDialogElement
    const [pay, ...others] = [...sheet.querySelectorAll('button')]
    expect([sheet.lang, sheet.dir, pay?.textContent]).to.deep.equal([lang, dir, says])
    for (const other of others) expect(getComputedStyle(other).backgroundColor).to.equal('rgba(0, 0, 0, 0)')
  })

test('a closed sheet pays nothing and shows no message', async () => {
  const service = new FakeService(aCheckout({ kinds }))
  const element = await mountWallets(service)

  choose(element, 'Apple Pay')
  part(element, 'button')?.click()
  await until(() => part(element, 'wallet-sheet') !== null)
  part(element, 'wallet-sheet')?.dispatchEvent(new Event('cancel', { cancelable: true }))

  await until(() => element.phase === 'ready')
  expect(service.attempts.length).to.equal(0)
  expect(part(element, 'notice')).to.equal(null)
})

test('a wallet with pages of its own gets a window at the click, and the payment continues when it is done', async () => {
  openFrames()
  const service = aRedirectingService()
  const element = await mountWallets(service)
  choose(element, 'PayPal')

  part(element, 'button')?.click()
  expect(opened.length).to.equal(1)
  await until(() => words(element, 'outcome-title') === 'Finish the payment in the other window')
  await until(() => opened[0]?.location.href === pageUrl)
  expect(service.attempts[0]?.request.payment_method).to.deep.equal({ type: 'PAYPAL' })

  service.polled = { kind: 'ok', value: aPayment('SETTLING') }
  await until(() => element.phase === 'paid')
  expect(document.querySelectorAll('body > iframe').length).to.equal(0)
})

test('a declined wallet leaves no empty window behind', async () => {
  openFrames()
  const service = new FakeService(aCheckout({ kinds }))
  service.payments = [{ kind: 'ok', value: aPayment('DECLINED', 'card_declined') }]
  const element = await mountWallets(service)
  choose(element, 'Cash App')
  await element.submit()

  await until(() => element.phase === 'declined')
  expect(document.querySelectorAll('body > iframe').length).to.equal(0)
})

test('if windows are blocked, the shopper opens the window with a click', async () => {
  window.open = () => null
  const service = aRedirectingService()
  const element = await mountWallets(service)
  choose(element, 'Venmo')
  await element.submit()
  await until(() => button(element, 'Open the window') !== undefined)

  openFrames()
  button(element, 'Open the window')?.click()

  await until(() => opened[0]?.location.href === pageUrl)
})

test('a wallet that was open when the page was reloaded can be opened again or called off', async () => {
  const service = new FakeService(aCheckout({ kinds, phase: 'processing', payment: aRedirect() }))
  service.polled = { kind: 'ok', value: aRedirect() }
  const { fetch } = globalThis
  const asked: string[] = []
  globalThis.fetch = async (url) => {
    asked.push(String(url))
    const cancelled = aPayment('CANCELLED', 'authentication_abandoned')
    service.polled = { kind: 'ok', value: cancelled }
    service.checkouts = [{ kind: 'ok', value: aCheckout({ kinds, payment: cancelled }) }]
    return new Response()
  }
  try {
    const element = await mountCheckout(service)
    await until(() => button(element, 'Cancel payment') !== undefined)

    button(element, 'Cancel payment')?.click()

    await until(() => words(element, 'notice') === 'The payment was cancelled You have not been charged.')
    expect(asked).to.deep.equal([`${pageUrl}/cancel`])
  } finally {
    globalThis.fetch = fetch
  }
})

test('the host gets the chosen wallet', async () => {
  const element = await mountWallets()
  const told: (string | null)[] = []
  element.addEventListener('billing-change', (event) => told.push((event as BillingChangeEvent).wallet))

  choose(element, 'PayPal')
  choose(element, 'Card')

  expect(told).to.deep.equal(['PAYPAL', null])
})

test('a window that looks closed is called neither closed nor open, and the server is queried', async () => {
  openFrames()
  const service = aRedirectingService()
  const element = await mountWallets(service)
  choose(element, 'PayPal')
  await element.submit()
  const title = 'Finish the payment in the other window'
  await until(() => words(element, 'outcome-title') === title)
  // Imitates a page with the Cross-Origin-Opener-Policy `same-origin`, for which an open window looks closed.
  Object.assign(opened[0] as object, { closed: true })
  await new Promise((resolve) => setTimeout(resolve, 700))
  expect(words(element, 'outcome-title')).to.equal(title)
  service.polled = { kind: 'ok', value: aPayment('SETTLING') }
  await until(() => element.phase === 'paid')
})

test('a window that the browser did not open is called blocked', async () => {
  window.open = () => null
  const service = aRedirectingService()
  const blocked = await mountWallets(service)
  choose(blocked, 'PayPal')
  await blocked.submit()
  await until(() => words(blocked, 'outcome-title') === 'Your browser has blocked the window')
})
