import { afterEach, expect, test } from '../../../../../test/support/pages/component-test.ts'
import { aCheckout } from '../../../testing/a-checkout.ts'
import { aPayment } from '../../../testing/a-payment.ts'
import { FakeService } from '../../../testing/fake-service.ts'
import { frameOf, mountCheckout, part, typeCard, until } from '../../../testing/mount-checkout.ts'
import type { BillingErrorEvent } from '../state/events.ts'

afterEach(() => {
  document.body.replaceChildren()
  sessionStorage.clear()
})

const words = (element: Element, name: string) => part(element, name)?.textContent?.replaceAll(/\s+/g, ' ').trim()

test('a refusal of every payment is shown before a card can be typed', async () => {
  const service = new FakeService(aCheckout({ refusal: { code: 'too_many_attempts', subscription: null } }))
  const element = await mountCheckout(service)

  expect(words(element, 'notice')).to.contain(
    'The payment was not started There were too many attempts. Please contact Northern Light.',
  )
  expect(part(element, 'notice')?.querySelector('a')?.href).to.equal('mailto:help@example.com')
  expect(part(element, 'button')?.getAttribute('aria-disabled')).to.equal('true')
  expect(part(element, 'method-area')?.inert).to.equal(true)
  await until(() => frameOf(element).querySelector<HTMLInputElement>('#number')?.readOnly === true)
  await element.submit()
  expect([element.phase, service.attempts.length]).to.deep.equal(['ready', 0])
})

test('a customer who already has the plan sees a link to manage it, and no form', async () => {
  const checkout = aCheckout({ refusal: { code: 'already_subscribed', subscription: null } })
  const cancel_url = 'https://shop.example/account'
  const service = new FakeService({ ...checkout, merchant: { ...checkout.merchant, cancel_url } })
  const element = await mountCheckout(service)
  await until(() => part(element, 'outcome')?.querySelector('[href^=mailto]') != null)

  expect(words(element, 'outcome')).to.equal(
    'You already have this subscription You can cancel at any time online. If you need help, please contact Northern Light. help@example.com',
  )
  expect(part(element, 'outcome')?.querySelector('a')?.href).to.equal(cancel_url)
  expect(part(element, 'form')?.hidden).to.equal(true)
  expect(part(element, 'action')).to.equal(null)
  await element.submit()
  expect([element.phase, service.attempts.length]).to.deep.equal(['ready', 0])
})

test('a customer with another plan of the product can change to this one, and the focus stays in the element', async () => {
  const own = { id: 'sub_1', plan_name: 'Aurora Sketch' }
  const service = new FakeService(aCheckout({ refusal: { code: 'already_subscribed', subscription: own } }))
  const element = await mountCheckout(service)
  await until(() => part(element, 'action') !== null)
  service.checkouts = [{ kind: 'ok', value: aCheckout({ purpose: 'change_plan' }) }]

  expect(words(element, 'outcome')).to.contain('You already have this subscription Aurora Sketch')
  part(element, 'action')?.focus()
  part(element, 'action')?.click()
  await until(() => part(element, 'form')?.hidden === false)

  expect(service.updates).to.deep.equal([{ subscription: { id: 'sub_1' } }])
  expect(words(element, 'plan')).to.equal('Aurora Sketch → Aurora Studio')
  expect(words(element, 'button')).to.match(/^Change plan and pay /)
  expect(element.shadowRoot?.activeElement).to.equal(part(element, 'base'))
})

test('a plan change that fails shows an error and can be tried again, also with a new token', async () => {
  const own = { id: 'sub_1', plan_name: 'Aurora Sketch' }
  const checkout = aCheckout({ refusal: { code: 'already_subscribed', subscription: own } })
  const service = new FakeService(checkout)
  const element = await mountCheckout(service)
  await until(() => part(element, 'action') !== null)
  service.checkouts = [{ kind: 'lost' }]
  part(element, 'action')?.click()
  await until(() => words(element, 'outcome')?.includes('Something went wrong.') === true)
  expect(part(element, 'form')?.hidden).to.equal(true)

  const expired = { kind: 'refused', code: 'expired_credentials' } as const
  const changed = { kind: 'ok', value: aCheckout({ purpose: 'change_plan' }) } as const
  service.checkouts = [expired, { kind: 'ok', value: checkout }, changed]
  part(element, 'action')?.click()
  await until(() => part(element, 'form')?.hidden === false)

  expect(words(element, 'button')).to.match(/^Change plan and pay /)
})

test('a customer who turns out to be subscribed already when they pay reads so, and the focus goes there', async () => {
  const service = new FakeService()
  service.payments = [{ kind: 'refused', code: 'already_subscribed' }]
  const element = await mountCheckout(service)
  typeCard(element)
  const own = { id: 'sub_1', plan_name: 'Aurora Sketch' }
  service.checkouts = [{ kind: 'ok', value: aCheckout({ refusal: { code: 'already_subscribed', subscription: own } }) }]

  await element.submit()
  await until(() => element.shadowRoot?.activeElement === part(element, 'outcome-title'))

  expect(words(element, 'outcome-title')).to.equal('You already have this subscription')
  expect(words(element, 'action')).to.equal('Change plan')
  expect(part(element, 'form')?.hidden).to.equal(true)
})

test('a checkout that is no longer refused can be paid', async () => {
  const service = new FakeService(aCheckout({ refusal: { code: 'too_many_attempts', subscription: null } }))
  const element = await mountCheckout(service)
  service.checkouts = [{ kind: 'ok', value: aCheckout() }]

  await element.refresh()
  await element.updateComplete

  expect(words(element, 'notice')).to.equal(undefined)
  expect(part(element, 'button')?.getAttribute('aria-disabled')).to.equal('false')
})

const overs = [
  ['expired', new FakeService(aCheckout({ phase: 'expired' }))],
  ['incomplete', new FakeService(aCheckout({ purpose: null }))],
  ['unavailable', new FakeService({ kind: 'refused', code: 'not_found' })],
] as const
for (const [phase, service] of overs)
  test(`a checkout that is over links to the page's address for starting again: ${phase}`, async () => {
    const element = await mountCheckout(service, { 'restart-url': '/cart?again=1' })
    await until(() => element.shadowRoot?.querySelector('a[part~=action]') != null)

    expect(element.phase).to.equal(phase)
    expect(words(element, 'action')).to.equal('Start again')
    expect((part(element, 'action') as HTMLAnchorElement).href).to.equal(`${location.origin}/cart?again=1`)
  })

test('an expired checkout on a page without a restart address can still be started again', async () => {
  const element = await mountCheckout(new FakeService(aCheckout({ phase: 'expired' })))
  await until(() => part(element, 'action') !== null)

  expect(words(element, 'action')).to.equal('Start again')
})

test('a restart address that is not a web page gets no link', async () => {
  const element = await mountCheckout(new FakeService({ kind: 'refused', code: 'not_found' }), {
    'restart-url': 'javascript:alert(1)',
  })
  await until(() => words(element, 'outcome-body')?.includes('Please go back and try again.') === true)

  expect(element.shadowRoot?.querySelectorAll('a[part~=action]').length).to.equal(0)
})

test('a press while the browser reports offline is still sent, because browsers may be wrong', async () => {
  const service = new FakeService()
  const element = await mountCheckout(service)
  const errors: string[] = []
  element.addEventListener('billing-error', (event) => errors.push((event as BillingErrorEvent).code))
  typeCard(element)
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
  try {
    await element.submit()
  } finally {
    delete (navigator as { onLine?: boolean }).onLine
  }

  expect([element.phase, service.attempts.length, errors]).to.deep.equal(['paid', 1, []])
})

test('a press whose answers are lost while offline is never shown as failed, and is sent again with the same key', async () => {
  const service = new FakeService()
  service.payments = [{ kind: 'lost' }, { kind: 'lost' }, { kind: 'lost' }, { kind: 'ok', value: aPayment('SETTLING') }]
  const element = await mountCheckout(service)
  const phases: string[] = []
  const errors: string[] = []
  element.addEventListener('billing-error', (event) => errors.push((event as BillingErrorEvent).code))
  typeCard(element)
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
  try {
    const paid = element.submit()
    await until(() => phases.push(element.phase) > 0 && (element.phase === 'checking' || element.phase === 'paid'))
    await paid
  } finally {
    delete (navigator as { onLine?: boolean }).onLine
  }

  expect(element.phase).to.equal('paid')
  expect(new Set(service.attempts.map(({ key }) => key)).size).to.equal(1)
  expect([service.attempts.length, errors, phases.includes('ready')]).to.deep.equal([4, [], false])
})

test('a shopper who is offline during an unknown payment is not asked to wait for a bank', async () => {
  const element = await mountCheckout(new FakeService(aCheckout({ phase: 'processing', payment: aPayment('PENDING') })))
  await until(() => words(element, 'outcome-body')?.includes('Your bank has not answered yet') === true)
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
  try {
    dispatchEvent(new Event('offline'))
    await until(() => words(element, 'outcome-body')?.includes('You are offline') === true)
    expect(words(element, 'outcome-body')).to.contain('you are never charged twice')
  } finally {
    delete (navigator as { onLine?: boolean }).onLine
  }
  dispatchEvent(new Event('online'))
  await until(() => words(element, 'outcome-body')?.includes('Your bank has not answered yet') === true)
})
