import { afterEach, expect, test } from '../../../../../../test/support/pages/component-test.ts'
import { aSessionId } from '../../../../testing/a-checkout.ts'
import { FakeService } from '../../../../testing/fake-service.ts'
import { defineCheckout, part, until } from '../../../../testing/mount-checkout.ts'
import type { BillingCheckout } from '../../../billing-checkout.ts'

afterEach(() => {
  document.body.replaceChildren()
  document.adoptedStyleSheets = []
  sessionStorage.clear()
})

const cardFrame = new URL('../../../../testing/card-frame.html', import.meta.url).href
const otherFrame = new URL('../../../../testing/action-page.html', import.meta.url).href

let tags = 0

/** A page whose HTML contains the tag with a frame in it. `define` runs the element's script afterwards. */
const openPage = (src = cardFrame) => {
  const tag = `late-checkout-${(tags += 1)}`
  document.body.innerHTML = `<${tag} session-id="${aSessionId}"><iframe hidden title="Card details" src="${src}"></iframe></${tag}>`
  const element = document.body.firstElementChild as BillingCheckout
  const frame = element.firstElementChild as HTMLIFrameElement
  const define = (service = new FakeService()): void => {
    const Checkout = customElements.get(defineCheckout(service))!
    customElements.define(tag, class extends Checkout {})
  }
  return { element, frame, define }
}

const isTypable = (element: Element): boolean =>
  element.shadowRoot?.querySelector('form:not([hidden]) .frame:not(.waiting)') != null
const fieldIn = (frame: HTMLIFrameElement): HTMLInputElement | null =>
  frame.contentDocument?.querySelector<HTMLInputElement>('#number') ?? null
const ownFrames = (element: Element): number => element.shadowRoot?.querySelectorAll('iframe').length ?? 0

const type = (frame: HTMLIFrameElement): void => {
  for (const [id, value] of Object.entries({ number: '4242424242424242', expiry: '1230', cvc: '123', name: 'Mina' })) {
    const input = frame.contentDocument!.querySelector<HTMLInputElement>(`#${id}`)!
    input.value = value
    input.dispatchEvent(new InputEvent('input', { inputType: 'insertText', bubbles: true }))
  }
}

test('a frame that loaded before the element was defined is adopted as it is, and its card is charged', async () => {
  const service = new FakeService()
  const { element, frame, define } = openPage()
  await until(() => fieldIn(frame) !== null && frame.contentDocument?.readyState === 'complete')
  expect(frame.getClientRects().length).to.equal(0)
  const loaded = frame.contentDocument

  define(service)
  await until(() => isTypable(element))

  expect([frame.contentDocument === loaded, ownFrames(element)]).to.deep.equal([true, 0])
  expect(frame.offsetHeight).to.be.greaterThan(100)
  await until(() => frame.offsetHeight === frame.contentDocument!.body.offsetHeight)
  type(frame)
  await until(() => element.matches(':state(card-complete)'))
  await element.submit()
  expect(element.phase).to.equal('paid')
})

test('a frame that loads after the element was defined is adopted', async () => {
  const { element, frame, define } = openPage()

  define()
  await until(() => isTypable(element))

  expect([fieldIn(frame) !== null, ownFrames(element)]).to.deep.equal([true, 0])
})

test('a frame that is typable before its load event stays connected and keeps what was typed', async () => {
  const { element, frame, define } = openPage()
  await until(() => fieldIn(frame) !== null && frame.contentDocument?.readyState === 'complete')
  define()
  await until(() => isTypable(element))

  frame.dispatchEvent(new Event('load'))
  type(frame)

  await until(() => element.matches(':state(card-complete)'))
  await element.submit()
  expect(element.phase).to.equal('paid')
})

test('a frame that gets a port before its script runs gets another when it has loaded', async () => {
  const { element, frame, define } = openPage()
  await until(() => frame.contentDocument?.readyState === 'complete' && fieldIn(frame) !== null)
  frame.contentWindow!.location.replace(otherFrame)
  await until(() => frame.contentDocument?.URL === otherFrame)
  define()
  await until(() => element.phase === 'ready')
  expect(isTypable(element)).to.equal(false)

  frame.contentWindow!.location.replace(cardFrame)

  await until(() => isTypable(element))
  expect(ownFrames(element)).to.equal(0)
})

test('an adopted frame that loads again is empty and can be typed into again, however often', async () => {
  const { element, frame, define } = openPage()
  await until(() => fieldIn(frame) !== null && frame.contentDocument?.readyState === 'complete')
  define()
  await until(() => isTypable(element))

  for (let times = 0; times < 2; times += 1) {
    type(frame)
    await until(() => element.matches(':state(card-complete)'))
    const before = frame.contentDocument
    frame.contentWindow!.location.reload()
    await until(() => frame.contentDocument !== before && fieldIn(frame) !== null)
    await until(() => isTypable(element) && !element.matches(':state(card-complete)'))
    await until(() => !fieldIn(frame)!.disabled)
  }
  type(frame)
  await element.submit()
  expect(element.phase).to.equal('paid')
})

test('an element that contains its frame can be moved in the page', async () => {
  const { element, frame, define } = openPage()
  define()
  await until(() => isTypable(element))

  const place = document.createElement('main')
  document.body.append(place)
  place.append(element)

  await until(() => isTypable(element) && fieldIn(frame) !== null)
  type(frame)
  await until(() => element.matches(':state(card-complete)'))
})

test('a frame with another address is not adopted, shown or told anything', async () => {
  const { element, frame, define } = openPage(otherFrame)
  await until(() => frame.contentDocument?.readyState === 'complete' && frame.contentDocument.URL === otherFrame)
  const told: unknown[] = []
  frame.contentWindow!.addEventListener('message', ({ data }) => told.push(data))

  define()
  await until(() => isTypable(element))

  expect([ownFrames(element), frame.slot, frame.getClientRects().length]).to.deep.equal([1, '', 0])
  expect(told).to.deep.equal([])
})

test('a frame whose document is of another origin gets no port, and is replaced by the card form', async () => {
  const { element, frame, define } = openPage()
  const said: unknown[] = []
  const hear = ({ data, source }: MessageEvent): void => void (source === frame.contentWindow && said.push(data))
  addEventListener('message', hear)
  await until(() => fieldIn(frame) !== null && frame.contentDocument?.readyState === 'complete')
  const spy = "parent.postMessage('here', '*'); onmessage = ({ data }) => parent.postMessage(data, '*')"
  frame.contentWindow!.location.replace(`data:text/html,<script>${spy}</script>`)
  await until(() => said.length === 1)

  define()
  await until(() => element.phase === 'ready')
  await new Promise((resolve) => setTimeout(resolve, 500))

  expect([isTypable(element), said]).to.deep.equal([false, ['here']])
  await until(() => isTypable(element) && fieldIn(frame) !== null)
  removeEventListener('message', hear)
})

test('another session has its own frame, and text typed into the adopted one is removed', async () => {
  const { element, frame, define } = openPage()
  define()
  await until(() => isTypable(element))
  type(frame)

  element.sessionId = aSessionId.replace(/^./, '9')

  await until(() => ownFrames(element) === 1 && isTypable(element))
  await until(() => frame.contentDocument?.URL === 'about:blank')
  expect(frame.getClientRects().length).to.equal(0)
})

test('text typed into an adopted frame is removed once the session is paid', async () => {
  const { element, frame, define } = openPage()
  define()
  await until(() => isTypable(element))
  type(frame)
  await until(() => element.matches(':state(card-complete)'))

  await element.submit()

  await until(() => part(element, 'receipt') !== null && frame.contentDocument?.URL === 'about:blank')
})

test('no style of the page reaches an adopted frame', async () => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('iframe { all: unset !important; display: none !important; border: 9px solid red !important }')
  document.adoptedStyleSheets = [sheet]
  const { element, frame, define } = openPage()
  define()

  await until(() => isTypable(element) && frame.offsetHeight > 100)

  expect(getComputedStyle(frame).borderTopWidth).to.equal('0px')
})

test('each of two elements adopts its own frame', async () => {
  const { element, frame, define } = openPage()
  const second = element.cloneNode(true) as BillingCheckout
  document.body.append(second)
  define()

  await until(() => isTypable(element) && isTypable(second))

  expect([ownFrames(element), ownFrames(second)]).to.deep.equal([0, 0])
  expect(frame.assignedSlot?.getRootNode()).to.equal(element.shadowRoot)
})
