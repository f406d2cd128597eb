import { afterEach, expect, test } from '../../../../../../test/support/pages/component-test.ts'
import { aCheckout, type CheckoutWishes } from '../../../../testing/a-checkout.ts'
import { FakeService } from '../../../../testing/fake-service.ts'
import { mountCheckout, part, until } from '../../../../testing/mount-checkout.ts'

afterEach(() => {
  document.body.replaceChildren()
  sessionStorage.clear()
})

// Offers for which the server needs no payment method: trials that the merchant starts without one, and offers that cost 0 now and at every
// renewal (test/operations/free-starts/free-plans.test.ts).
const free: readonly (readonly [string, CheckoutWishes])[] = [
  ['a free trial that the merchant starts without a method', { trial: 'free', isWithoutMethod: true }],
  ['a plan', { amount: 0 }],
  ['a plan with a free trial', { amount: 0, trial: 'free' }],
  ['a one-off purchase', { amount: 0, purpose: 'pay' }],
]
for (const [what, wishes] of free)
  test(`${what}, which costs nothing now, asks for no method, and is ordered without one`, async () => {
    const service = new FakeService(aCheckout(wishes))
    const element = await mountCheckout(service)
    await until(() => part(element, 'button') !== null)

    expect(part(element, 'method-area')).to.equal(null)
    await element.submit()

    expect(element.phase).to.equal('paid')
    expect(service.attempts.map(({ request }) => 'payment_method' in request)).to.deep.equal([false])
  })

const priced: readonly (readonly [string, CheckoutWishes])[] = [
  ['a plan with a price', {}],
  ['a free trial of a plan with a price', { trial: 'free' }],
  ['a trial with a price of a plan that costs nothing', { amount: 0, trial: 'paid' }],
]
for (const [what, wishes] of priced)
  test(`${what} requires a method`, async () => {
    const element = await mountCheckout(new FakeService(aCheckout(wishes)))

    expect(part(element, 'method-area')).not.to.equal(null)
  })

test('a free trial without a method has no consent to charge a method', async () => {
  const element = await mountCheckout(new FakeService(aCheckout({ trial: 'free', isWithoutMethod: true })))
  await until(() => part(element, 'button') !== null)

  expect(part(element, 'button')?.textContent).to.contain('Start free trial')
  expect(element.shadowRoot?.textContent).not.to.contain('charge your payment method')
})

test('a free trial without a method states until when and for what a method is needed', async () => {
  const element = await mountCheckout(new FakeService(aCheckout({ trial: 'free', isWithoutMethod: true })))
  await until(() => part(element, 'button') !== null)
  const free = await mountCheckout(new FakeService(aCheckout({ amount: 0, trial: 'free' })))
  await until(() => part(free, 'button') !== null)

  expect(part(element, 'method-needed')?.textContent?.trim()).to.match(
    /^No payment method is stored\. Add one before \w+ \d+, \d{4}, so that €19\.00 can be paid on that day\.$/,
  )
  expect(part(free, 'method-needed')).to.equal(null)
})

test('the card form appears for a trial for which the server requires a method after all', async () => {
  const service = new FakeService(aCheckout({ trial: 'free', isWithoutMethod: true }))
  const element = await mountCheckout(service)
  await until(() => part(element, 'button') !== null)
  service.payments = [{ kind: 'refused', code: 'payment_method_required' }]
  service.checkouts = [{ kind: 'ok', value: aCheckout({ trial: 'free' }) }]

  await element.submit()
  await until(() => part(element, 'method-area') !== null)

  expect(element.phase).not.to.equal('paid')
})
