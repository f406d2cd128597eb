import { compileMessage } from '../build/compile-message.ts'
import { BillingCheckout } from '../src/billing-checkout.ts'
import type { Catalogue } from '../src/messages/checkout-catalogue.ts'
import { aSessionId } from './a-checkout.ts'
import type { FakeService } from './fake-service.ts'

let tags = 0

const compile = (messages: Partial<Catalogue>): Partial<Catalogue> =>
  Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, compileMessage(String(text))]))

const ownFrame = new URL('./card-frame.html', import.meta.url).href

/** Defines a tag whose elements use `service`, messages from the sources and, by default, a card frame of this origin. */
export const defineCheckout = (service: FakeService, frameUrl = ownFrame): string => {
  const tag = `billing-checkout-${(tags += 1)}`
  class TestCheckout extends BillingCheckout {
    protected override get parts() {
      return {
        openReader: () => service,
        calls: service,
        frameUrlOf: () => frameUrl,
        compile,
        pollDelayMs: () => 10,
      }
    }
  }
  customElements.define(tag, TestCheckout)
  return tag
}

/** Adds an element to the page; resolves once it shows more than its skeleton. */
export const mountCheckout = async (
  service: FakeService,
  attributes: Readonly<Record<string, string>> = {},
): Promise<BillingCheckout> => {
  const element = document.createElement(defineCheckout(service)) as BillingCheckout
  for (const [name, value] of Object.entries({ 'session-id': aSessionId, ...attributes }))
    element.setAttribute(name, value)
  const main = document.createElement('main')
  const heading = document.createElement('h1')
  heading.textContent = 'Checkout'
  main.append(heading, element)
  document.body.append(main)
  await until(() => element.phase !== 'loading' && part(element, 'panel') !== null && !isWaitingForFrame(element))
  await until(() => element.shadowRoot?.querySelector('.bone') == null)
  return element
}

const isWaitingForFrame = (element: BillingCheckout): boolean =>
  element.shadowRoot?.querySelector('form:not([hidden]) .card:not([hidden]) iframe.waiting') != null

/** The first element with this CSS part, or null. */
export const part = (element: Element, name: string): HTMLElement | null =>
  element.shadowRoot?.querySelector(`[part~='${name}']`) ?? null

/** Waits until `isTrue` for almost as long as a test may take, because the machine may be busy. */
export const until = async (isTrue: () => boolean): Promise<void> => {
  for (let tries = 0; tries < 1250; tries += 1) {
    if (isTrue()) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`it did not happen: ${isTrue.toString()}`)
}

/** The document of the card frame. */
export const frameOf = (element: Element): Document => {
  const root = element.shadowRoot?.querySelector('iframe')?.contentDocument
  if (!root) throw new Error('there is no card frame')
  return root
}

/** Types a card into the frame; by default a good test card. */
export const typeCard = (element: Element, card: Readonly<Record<string, string>> = {}): void => {
  const typed = { number: '4242 4242 4242 4242', expiry: '12 / 30', cvc: '123', name: 'Mina Okafor', ...card }
  for (const [id, value] of Object.entries(typed)) {
    const input = frameOf(element).querySelector<HTMLInputElement>(`#${id}`)
    if (input === null) throw new Error(`there is no field ${id}`)
    input.value = value
    input.dispatchEvent(new InputEvent('input', { inputType: 'insertText', bubbles: true }))
  }
}
