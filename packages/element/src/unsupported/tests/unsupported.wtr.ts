import { afterEach, beforeEach, expect, test } from '../../../../../test/support/pages/component-test.ts'
import { aCheckout, aSessionId } from '../../../testing/a-checkout.ts'
import type { BillingErrorEvent } from '../../checkout/state/events.ts'

const { fetch } = globalThis
let merchant: object
let errors: BillingErrorEvent[]

beforeEach(async () => {
  await import('../unsupported.ts')
  errors = []
  merchant = { ...aCheckout().merchant, support_email: 'help@example.com', cancel_url: 'https://shop.example/cancel' }
  globalThis.fetch = async () => new Response(JSON.stringify({ merchant }))
  addEventListener('billing-error', hear)
})

afterEach(() => {
  globalThis.fetch = fetch
  removeEventListener('billing-error', hear)
  document.body.replaceChildren()
})

const hear = (event: Event): void => void errors.push(event as BillingErrorEvent)

const show = async (html: string): Promise<HTMLElement> => {
  document.body.innerHTML = html
  await new Promise((resolve) => setTimeout(resolve, 50))
  return document.querySelector('billing-checkout')!
}

test('an outdated browser shows a sentence in the page’s language, links to the merchant, and sends an event', async () => {
  const element = await show(
    `<div lang="de-AT"><billing-checkout session-id="${aSessionId}" server="https://billing.example"></billing-checkout></div>`,
  )

  expect(element.querySelector('[role=alert]')?.textContent).to.contain('Dieser Browser ist zu alt, um zu bezahlen.')
  expect([...element.querySelectorAll('a')].map(({ href }) => href)).to.deep.equal([
    'mailto:help@example.com',
    'https://shop.example/cancel',
  ])
  expect(errors.map(({ code, sessionId }) => [code, sessionId])).to.deep.equal([['unsupported_browser', aSessionId]])
})

test('the page’s content in the slot `unsupported` is shown instead', async () => {
  const element = await show(
    `<billing-checkout session-id="${aSessionId}"><p slot="footer">Footer</p><p slot="unsupported">Call us</p></billing-checkout>`,
  )

  expect(element.innerText.trim()).to.equal('Call us')
  expect(element.querySelector('[role=alert]')).to.equal(null)
})

test('without a network only the sentence is shown, and no link leads to an invalid address', async () => {
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  const alone = await show(`<billing-checkout lang="xx" session-id="${aSessionId}"></billing-checkout>`)
  expect(alone.textContent).to.contain('This browser is too old to pay with.')

  globalThis.fetch = async () =>
    new Response(JSON.stringify({ merchant: { ...merchant, cancel_url: 'javascript:alert(1)' } }))
  const element = await show(`<billing-checkout session-id="${aSessionId}"></billing-checkout>`)
  expect(element.querySelectorAll('a').length).to.equal(1)
})
