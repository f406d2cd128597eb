import type { Checkout } from '@billing-checkout/contract'
import { afterEach, expect, test } from '../../../../test/support/pages/component-test.ts'
import { aCheckout, aSessionId } from '../../testing/a-checkout.ts'
import { FakeService } from '../../testing/fake-service.ts'
import { defineCheckout, mountCheckout, part, until } from '../../testing/mount-checkout.ts'
import type { BillingCheckout } from '../billing-checkout.ts'

afterEach(() => document.body.replaceChildren())

const events = ['ready', 'change', 'focus', 'blur', 'paid', 'declined', 'refused', 'expired', 'error']
const words = (element: Element, name: string) => part(element, name)?.textContent?.replaceAll(/\s+/g, ' ').trim()

/** An element with a preview, and the names of the events that the page received. */
const mountPreview = async (preview: Checkout) => {
  const service = new FakeService()
  const got: string[] = []
  const element = document.createElement(defineCheckout(service)) as BillingCheckout
  for (const name of events) element.addEventListener(`billing-${name}`, () => got.push(name))
  element.preview = preview
  document.body.append(element)
  await until(() => part(element, 'notice') !== null)
  return { element, service, got }
}

test('a preview shows price, schedule and button, and is labelled as a preview', async () => {
  const { element } = await mountPreview(aCheckout({ amount: 1900, country: 'DE', tax: true }))

  expect(words(element, 'notice')).to.equal('Preview Payment is not possible here at the moment')
  expect(words(element, 'amount')).to.contain('€22.61')
  expect(words(element, 'button')).to.equal('Order with obligation to pay')
  expect([part(element, 'button')?.getAttribute('aria-disabled'), part(element, 'test-ribbon')]).to.deep.equal([
    'true',
    null,
  ])
})

test('a preview loads no card frame and sends no request and no event, whatever is pressed', async () => {
  const { element, service, got } = await mountPreview(aCheckout({ kinds: ['CARD', 'PAYPAL', 'GOOGLE_PAY'] }))

  part(element, 'button')?.click()
  await element.submit()
  await element.refresh()
  element.locale = 'de'
  await element.updateComplete
  await new Promise((resolve) => setTimeout(resolve, 300))

  expect(element.shadowRoot?.querySelector('iframe')).to.equal(null)
  expect([service.reads, service.attempts, service.updates, got]).to.deep.equal([0, [], [], []])
  expect(element.phase).to.equal('ready')
  const methods = part(element, 'methods')?.textContent
  expect(methods).to.contain('PayPal')
  expect(methods).not.to.contain('Google Pay')
})

test('another preview replaces the first one, in its own language', async () => {
  const { element } = await mountPreview(aCheckout({ amount: 1900 }))

  element.preview = aCheckout({ amount: 2900, locale: 'de' })
  await until(() => words(element, 'notice')?.startsWith('Vorschau') === true)

  expect(words(element, 'amount')).to.contain('29,00')
})

test('an element with a session pays for the session, also if a preview is set', async () => {
  const service = new FakeService()
  const element = await mountCheckout(service)

  const frame = element.shadowRoot?.querySelector('iframe')
  element.preview = aCheckout({ amount: 99_900 })
  await element.updateComplete

  expect([element.phase, service.reads, part(element, 'notice')]).to.deep.equal(['ready', 1, null])
  expect(element.shadowRoot?.querySelector('iframe')).to.equal(frame)
  expect(words(element, 'amount')).not.to.contain('999')
})

test('a preview ends when a session is named', async () => {
  const { element, service, got } = await mountPreview(aCheckout())

  element.sessionId = aSessionId
  await until(() => got.includes('ready'))

  expect([service.reads, part(element, 'notice')]).to.deep.equal([1, null])
})
