import { afterEach, expect, test } from '../../../../test/support/pages/component-test.ts'
import { aCheckout, aSessionId } from '../../testing/a-checkout.ts'
import { aPayment, aPaymentId } from '../../testing/a-payment.ts'
import { FakeService } from '../../testing/fake-service.ts'
import { HeldClock } from '../../testing/held-clock.ts'
import { defineCheckout, frameOf, mountCheckout, part, typeCard, until } from '../../testing/mount-checkout.ts'
import type { BillingCheckout } from '../billing-checkout.ts'
import type { SubscriptionRequestBody } from '../checkout/requests/transport.ts'
import type { BillingPaidEvent } from '../checkout/state/events.ts'

let clock: HeldClock | null = null

afterEach(() => {
  clock?.release()
  clock = null
  document.body.replaceChildren()
  sessionStorage.clear()
})

const otherSessionId = '8d7c6b5a-4f3e-4d2c-9b1a-0f9e8d7c6b5a'

const pressPay = (element: Element) => part(element, 'button')?.click()
const words = (element: Element, name: string) => part(element, name)?.textContent?.replaceAll(/\s+/g, ' ').trim()
const eventOf = (element: Element, type: string) =>
  new Promise<Event>((resolve) => element.addEventListener(type, resolve, { once: true }))

test('a shopper pays with a new card, which leaves the frame only sealed', async () => {
  const service = new FakeService()
  const element = await mountCheckout(service)
  const paid = eventOf(element, 'billing-paid')
  typeCard(element)

  pressPay(element)

  expect(((await paid) as BillingPaidEvent).payment?.id).to.equal(aPaymentId)
  expect(element.phase).to.equal('paid')
  const [{ request, token }] = service.attempts as [(typeof service.attempts)[0]]
  expect(token).to.equal('token')
  expect(request.expected).to.deep.equal({ amount: 1900, currency: 'EUR', quote: 'hash' })
  expect(JSON.stringify(request)).not.to.contain('4242424242424242')
  const method = request.payment_method as { details: { encrypted: string } }
  const header = JSON.parse(
    atob((method.details.encrypted.split('.')[0] ?? '').replaceAll('-', '+').replaceAll('_', '/')),
  )
  expect(header).to.include({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: 'test', sid: aSessionId })
  expect(header.iat).to.be.closeTo(Date.parse('2026-11-21T09:00:00.000Z') / 1000, 60)
})

test('the consent receipt is the text that the shopper read, including the button', async () => {
  const service = new FakeService(aCheckout({ trial: 'free' }))
  const element = await mountCheckout(service)
  const shown = words(element, 'disclosure')
  typeCard(element)

  await element.submit()

  expect(service.attempts[0]?.request.consent.text).to.equal(shown)
  expect(shown).to.contain('“Start free trial”')
  expect(service.attempts[0]?.request.consent).to.include({ locale: 'en', version: aCheckout().consent.version })
})

test('a card with faults is not sent, and the first fault has the focus', async () => {
  const service = new FakeService()
  const element = await mountCheckout(service)
  typeCard(element, { number: '4242 4242 4242 4241', cvc: '' })

  await element.submit()

  expect(service.attempts.length).to.equal(0)
  expect(element.phase).to.equal('ready')
  const number = frameOf(element).querySelector('#number')
  await until(() => frameOf(element).activeElement?.id === 'number')
  expect(number?.getAttribute('aria-invalid')).to.equal('true')
  const error = frameOf(element).getElementById(number?.getAttribute('aria-describedby') ?? '')
  expect(error?.textContent).to.equal('Check your card number.')
  const summary = frameOf(element).querySelector('[role=status]')
  expect(summary?.textContent).to.equal('Check your card number. Enter the security code.')
})

test('a stored card is offered first, and an expired one cannot be chosen', async () => {
  const service = new FakeService(aCheckout({ hasSavedMethods: true }))
  const element = await mountCheckout(service)
  await until(() => part(element, 'method') !== null)
  const radios = [...(element.shadowRoot?.querySelectorAll<HTMLInputElement>('input[type=radio]') ?? [])]

  expect(radios.map(({ checked }) => checked)).to.deep.equal([true, false])
  await element.submit()
  expect(service.attempts[0]?.request.payment_method).to.deep.equal({ id: 'pm_1' })
})

test('a known customer who pays once stores the card only by ticking the box', async () => {
  const service = new FakeService(aCheckout({ purpose: 'pay', isKnown: true }))
  service.payments = [
    { kind: 'ok', value: aPayment('DECLINED', 'card_declined') },
    { kind: 'ok', value: aPayment('SETTLING') },
  ]
  const element = await mountCheckout(service)
  const box = element.shadowRoot?.querySelector<HTMLInputElement>('#store')
  expect(box?.checked).to.equal(false)
  typeCard(element)

  await element.submit()
  box?.click()
  await element.submit()

  expect(service.attempts.map(({ request }) => request.store)).to.deep.equal([undefined, true])
})

for (const [who, wishes] of [
  ['a stranger', { purpose: 'pay' }],
  ['a subscriber', { purpose: 'subscribe', isKnown: true }],
] as const)
  test(`${who} gets no box to store the card`, async () => {
    const element = await mountCheckout(new FakeService(aCheckout(wishes)))

    await until(() => part(element, 'test-ribbon') !== null)
    expect(part(element, 'store')).to.equal(null)
  })

test('no box offers to store a card that is already stored', async () => {
  const service = new FakeService(aCheckout({ purpose: 'pay', isKnown: true, hasSavedMethods: true }))
  const element = await mountCheckout(service)
  element.shadowRoot?.querySelector<HTMLInputElement>('#store')?.click()

  await element.submit()

  expect(service.attempts.map(({ request }) => [request.payment_method, request.store])).to.deep.equal([
    [{ id: 'pm_1' }, undefined],
  ])
})

test('a required checkbox is validated before anything is sent', async () => {
  const service = new FakeService(aCheckout({ country: 'KR' }))
  const element = await mountCheckout(service)
  typeCard(element)

  await element.submit()
  await element.updateComplete

  expect(service.attempts.length).to.equal(0)
  expect(element.shadowRoot?.activeElement?.id).to.equal('consent')
  element.shadowRoot?.querySelector<HTMLInputElement>('#consent')?.click()
  await element.submit()
  expect(element.phase).to.equal('paid')
})

test('a subscription is resumed without a card or a charge', async () => {
  const service = new FakeService(aCheckout({ purpose: 'resume' }))
  const element = await mountCheckout(service)

  await element.submit()

  expect(service.attempts.length).to.equal(0)
  const [{ consent, ...change }] = service.changes as [SubscriptionRequestBody]
  expect(change).to.deep.equal({ subscription: { id: 'sub_01890a5d-ac96-774b-bcce-b302099a8057', status: 'active' } })
  expect(consent).to.include({ locale: 'en', version: aCheckout().consent.version })
  expect(consent.text).to.not.equal('')
  expect(element.phase).to.equal('paid')
})

test('the session runs out in front of the shopper: warned, then told, and the host may take over', async () => {
  clock = new HeldClock()
  const service = new FakeService(aCheckout({ expiresIn: 120_000 }))
  const element = document.createElement(defineCheckout(service)) as BillingCheckout
  const expired = eventOf(element, 'billing-expired')
  element.addEventListener('billing-expired', (event) => event.preventDefault())
  element.setAttribute('session-id', aSessionId)
  document.body.append(element)
  await until(() => part(element, 'expiring') !== null)
  expect(words(element, 'expiring')).to.contain('closes in 2 minutes')

  clock.pass(60_000)
  await until(() => words(element, 'expiring')?.includes('closes in 1 minute') === true)
  expect(element.phase).to.equal('ready')

  clock.pass(60_000)
  await expired
  await element.updateComplete

  expect(element.phase).to.equal('expired')
  expect(part(element, 'outcome') === null).to.equal(true)
})

test('a checkout that cannot be loaded says so and loads when asked again', async () => {
  const service = new FakeService({ kind: 'lost' })
  const element = await mountCheckout(service)
  expect(words(element, 'outcome-title')).to.equal('The checkout could not be loaded')

  service.checkouts = [{ kind: 'ok', value: aCheckout() }]
  part(element, 'action')?.click()

  await until(() => element.phase === 'ready')
})

test('properties that are set before the element is defined are kept', async () => {
  const service = new FakeService()
  const tag = 'billing-checkout-early'
  const element = document.createElement(tag) as BillingCheckout
  element.sessionId = aSessionId
  element.locale = 'de'
  document.body.append(element)

  customElements.define(tag, class extends (customElements.get(defineCheckout(service)) as CustomElementConstructor) {})

  await until(() => element.phase === 'ready')
  expect([element.sessionId, element.locale]).to.deep.equal([aSessionId, 'de'])
})

test('two elements on a page do not affect each other', async () => {
  const services = [new FakeService(), new FakeService()] as const
  const one = await mountCheckout(services[0])
  const other = await mountCheckout(services[1], { 'session-id': otherSessionId })
  typeCard(one)

  await other.submit()
  await one.submit()

  expect([one.phase, other.phase]).to.deep.equal(['paid', 'ready'])
  expect(services.map(({ attempts }) => attempts.length)).to.deep.equal([1, 0])
  expect(frameOf(other).querySelector<HTMLInputElement>('#number')?.value).to.equal('')
})

test('a cloned element reads the session by itself, with its own form', async () => {
  const service = new FakeService()
  const element = await mountCheckout(service)
  typeCard(element)

  const clone = element.cloneNode(true) as BillingCheckout
  document.body.append(clone)
  await until(() => clone.phase === 'ready' && clone.shadowRoot?.querySelector('.bone') === null)

  expect(service.reads).to.equal(2)
  expect(frameOf(clone).querySelector<HTMLInputElement>('#number')?.value).to.equal('')
  expect(frameOf(element).querySelector<HTMLInputElement>('#number')?.value).to.equal('4242 4242 4242 4242')
})

test('a message to the page from any other window changes nothing', async () => {
  const service = new FakeService()
  const element = await mountCheckout(service)
  typeCard(element)
  const frame = element.shadowRoot?.querySelector('iframe')?.contentWindow

  window.postMessage({ type: 'submitted' }, '*')
  frame?.postMessage({ type: 'seal', request: 1 }, '*')
  const { port1, port2 } = new MessageChannel()
  const heard: unknown[] = []
  port1.addEventListener('message', ({ data }) => heard.push(data))
  port1.start()
  frame?.postMessage({ type: 'billing-checkout:connect', protocol: 1 }, '*', [port2])
  port1.postMessage({ type: 'seal', request: 1 })
  await new Promise((resolve) => setTimeout(resolve, 200))

  expect(heard).to.deep.equal([])
  expect(service.attempts.length).to.equal(0)
})

for (const [stated, origin] of [
  [null, location.origin],
  ['https://cards.example', 'https://cards.example'],
] as const)
  test(`a card form that is there before the server has said “${stated}” of its origin gets its port after that, as of ${origin}`, async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const service = new FakeService({ ...aCheckout(), frame_origin: stated })
    const { readCheckout } = service
    service.readCheckout = async (...asked) => promise.then(() => readCheckout(...asked))
    const element = document.createElement(defineCheckout(service)) as BillingCheckout
    element.setAttribute('session-id', aSessionId)
    document.body.append(element)
    await until(() => element.shadowRoot?.querySelector('iframe') != null)
    const frame = element.shadowRoot!.querySelector('iframe')!
    await until(() => frame.contentDocument?.URL === frame.src && frame.contentDocument.readyState === 'complete')
    const targets: unknown[] = []
    frame.contentWindow!.postMessage = (_message: unknown, to: unknown) => void targets.push(to)

    expect(targets).to.deep.equal([])
    resolve()
    await until(() => targets.length > 0)
    expect(targets).to.deep.equal([origin])
  })
