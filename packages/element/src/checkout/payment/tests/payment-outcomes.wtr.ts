import { afterEach, expect, test } from '../../../../../../test/support/pages/component-test.ts'
import { aCheckout, aSessionId } from '../../../../testing/a-checkout.ts'
import { aPayment, aPaymentId } from '../../../../testing/a-payment.ts'
import { FakeService } from '../../../../testing/fake-service.ts'
import { frameOf, mountCheckout, part, typeCard, until } from '../../../../testing/mount-checkout.ts'
import type { BillingDeclinedEvent, BillingPaidEvent } from '../../state/events.ts'

afterEach(() => {
  document.body.replaceChildren()
  sessionStorage.clear()
})

const pressPay = (element: Element) => part(element, 'button')?.click()
const words = (element: Element, name: string) => part(element, name)?.textContent?.replaceAll(/\s+/g, ' ').trim()
const eventOf = (element: Element, type: string) =>
  new Promise<Event>((resolve) => element.addEventListener(type, resolve, { once: true }))

test('a double click pays once', async () => {
  const service = new FakeService()
  const element = await mountCheckout(service)
  typeCard(element)

  pressPay(element)
  pressPay(element)
  void element.submit()
  await until(() => element.phase === 'paid')
  pressPay(element)

  expect(service.attempts.length).to.equal(1)
})

test('a declined card is explained, kept, and can be followed by a good one under a new key', async () => {
  const service = new FakeService()
  service.payments = [
    { kind: 'ok', value: aPayment('DECLINED', 'insufficient_funds') },
    { kind: 'ok', value: aPayment('SETTLING') },
  ]
  const element = await mountCheckout(service)
  const declined = eventOf(element, 'billing-declined')
  typeCard(element)

  await element.submit()

  expect(((await declined) as BillingDeclinedEvent).payment.payment_status).to.equal('DECLINED')
  expect(words(element, 'notice')).to.contain('Please use another card. You have not been charged.')
  expect(element.shadowRoot?.activeElement?.id).to.equal('notice')
  expect(frameOf(element).querySelector<HTMLInputElement>('#number')?.value).to.equal('4242 4242 4242 4242')

  await element.submit()

  expect(element.phase).to.equal('paid')
  expect(new Set(service.attempts.map(({ key }) => key)).size).to.equal(2)
})

test('after a lost answer the order is sent again with the same key, and never shown as failed', async () => {
  const service = new FakeService()
  service.payments = [{ kind: 'lost' }, { kind: 'lost' }, { kind: 'lost' }, { kind: 'ok', value: aPayment('SETTLING') }]
  const element = await mountCheckout(service)
  const phases: string[] = []
  const { pay } = service
  service.pay = (...sent) => {
    phases.push(element.phase)
    return pay(...sent)
  }
  typeCard(element)

  await element.submit()

  await until(() => element.phase === 'paid')
  expect(phases).to.deep.equal(['paying', 'paying', 'checking', 'checking'])
  expect(service.attempts.length).to.equal(4)
  expect(new Set(service.attempts.map(({ key }) => key)).size).to.equal(1)
})

test('an unknown payment is still being checked, offers no way to pay again, and ends when it is known', async () => {
  const service = new FakeService()
  service.payments = [{ kind: 'ok', value: aPayment('PENDING') }]
  const element = await mountCheckout(service)
  typeCard(element)

  await element.submit()
  await until(() => words(element, 'outcome-title') === 'We are still checking your payment')
  await element.submit()

  expect(service.attempts.length).to.equal(1)
  expect(element.shadowRoot?.querySelector('form')?.hidden).to.equal(true)

  service.polled = { kind: 'ok', value: aPayment('SETTLING') }
  await eventOf(element, 'billing-paid')
  expect(element.phase).to.equal('paid')
})

test('a payment in flight while the page was reloaded is followed, not paid again', async () => {
  const before = new FakeService()
  before.payments = [{ kind: 'ok', value: aPayment('PENDING') }]
  const first = await mountCheckout(before)
  typeCard(first)
  await first.submit()
  first.remove()

  const after = new FakeService(aCheckout({ phase: 'processing', payment: aPayment('PENDING') }))
  const second = await mountCheckout(after)
  expect(second.phase).to.equal('checking')

  const declined = aPayment('DECLINED', 'card_declined')
  after.checkouts = [{ kind: 'ok', value: aCheckout({ payment: declined }) }]
  after.polled = { kind: 'ok', value: declined }
  await eventOf(second, 'billing-declined')
  expect(second.phase).to.equal('declined')
  expect(after.attempts.length).to.equal(0)
})

test('after a reload, a declined payment can be followed by a good one at the price quoted then', async () => {
  const service = new FakeService(aCheckout({ phase: 'processing', payment: aPayment('PENDING') }))
  const element = await mountCheckout(service)
  expect(element.phase).to.equal('checking')

  const declined = aPayment('DECLINED', 'card_declined')
  service.checkouts = [{ kind: 'ok', value: aCheckout({ payment: declined, hash: 'fresh' }) }]
  service.polled = { kind: 'ok', value: declined }
  await until(() => element.phase === 'declined')
  expect(words(element, 'notice')).to.contain('Please use another card')
  typeCard(element)
  await element.submit()

  expect(element.phase).to.equal('paid')
  expect(service.attempts[0]?.request.expected).to.deep.equal({ amount: 1900, currency: 'EUR', quote: 'fresh' })
})

test('a payment that was declined while the page was reloading is dispatched once', async () => {
  sessionStorage.setItem(
    `billing-checkout:${aSessionId}`,
    JSON.stringify({ key: 'key', paymentId: aPaymentId, formerPaymentId: null }),
  )
  const checkout = aCheckout({ payment: aPayment('DECLINED', 'incorrect_cvc') })

  const element = await mountCheckout(new FakeService(checkout))
  expect(element.phase).to.equal('declined')

  const again = await mountCheckout(new FakeService(checkout))
  expect(again.phase).to.equal('ready')
})

test('a price that changed is shown and asked about again, and nothing is sent twice', async () => {
  const service = new FakeService()
  service.checkouts = [
    { kind: 'ok', value: aCheckout() },
    { kind: 'ok', value: aCheckout({ amount: 2400, hash: 'other' }) },
  ]
  service.payments = [
    { kind: 'refused', code: 'amount_changed' },
    { kind: 'ok', value: aPayment('SETTLING') },
  ]
  const element = await mountCheckout(service)
  typeCard(element)

  await element.submit()
  await element.updateComplete

  expect(element.phase).to.equal('ready')
  expect(words(element, 'notice')).to.contain('The price has changed')
  expect(words(element, 'amount')).to.equal('€24.00')
  expect(service.attempts.length).to.equal(1)

  await element.submit()
  expect(service.attempts[1]?.request.expected).to.deep.equal({ amount: 2400, currency: 'EUR', quote: 'other' })
})

test('an expired token is renewed within the same attempt', async () => {
  const service = new FakeService()
  service.payments = [
    { kind: 'refused', code: 'expired_credentials' },
    { kind: 'ok', value: aPayment('SETTLING') },
  ]
  const element = await mountCheckout(service)
  typeCard(element)

  await element.submit()

  expect(element.phase).to.equal('paid')
  expect(service.attempts[0]?.key).to.equal(service.attempts[1]?.key)
})

test('an element that is removed from the page during a payment still reports its outcome', async () => {
  const service = new FakeService()
  const element = await mountCheckout(service)
  const paid = eventOf(element, 'billing-paid')
  typeCard(element)

  pressPay(element)
  await until(() => service.attempts.length === 1)
  element.remove()

  expect(((await paid) as BillingPaidEvent).payment?.id).to.equal(aPaymentId)
})

test('an element that is moved in the page during a payment pays once and shows the outcome', async () => {
  const service = new FakeService()
  const element = await mountCheckout(service)
  const elsewhere = document.body.appendChild(document.createElement('section'))
  typeCard(element)

  pressPay(element)
  await until(() => service.attempts.length === 1)
  elsewhere.append(element)

  await until(() => words(element, 'outcome-title') === 'Your subscription is active')
  expect(service.attempts.length).to.equal(1)
})
