import type { Checkout, Payment } from '@billing-checkout/contract'
import { afterEach, expect, test } from '../../../../../test/support/pages/component-test.ts'
import { aCheckout } from '../../../testing/a-checkout.ts'
import { aPayment } from '../../../testing/a-payment.ts'
import { FakeService } from '../../../testing/fake-service.ts'
import { frameOf, mountCheckout, part, typeCard, until } from '../../../testing/mount-checkout.ts'

afterEach(() => {
  document.body.replaceChildren()
  sessionStorage.clear()
})

const words = (element: Element, name: string) => part(element, name)?.textContent?.replaceAll(/\s+/g, ' ').trim()
const radios = (element: Element) => [
  ...(element.shadowRoot?.querySelectorAll<HTMLInputElement>('input[type=radio]') ?? []),
]
const choose = async (element: Element, name: string): Promise<void> => {
  const labels = [...(element.shadowRoot?.querySelectorAll<HTMLElement>('[part~=method]') ?? [])]
  labels.find((label) => label.textContent?.trim() === name)?.click()
}
const withWallet = (payment: Payment): Payment => ({
  ...payment,
  payment_method: {
    id: 'pm_01890a5d-ac96-774b-bcce-b302099a8057',
    type: 'PAYPAL',
    details: { payer_info: { email: 'm***@example.com' } },
    billing_address: null,
  } as unknown as Payment['payment_method'],
})
const kinds = ['CARD', 'APPLE_PAY', 'PAYPAL'] as const

test('the consent, the button and the text for another method name the chosen one', async () => {
  const element = await mountCheckout(new FakeService(aCheckout({ purpose: 'update_method', kinds: [...kinds] })))
  await until(() => part(element, 'wallet') !== null)
  const said = () => [words(element, 'button'), words(element, 'secure'), words(element, 'disclosure')?.split('.')[0]]
  const ofCard = said()

  await choose(element, 'PayPal')
  await until(() => words(element, 'button') !== ofCard[0])

  expect(ofCard).to.deep.equal([
    'Save card',
    'Your card details are encrypted before they leave your browser.',
    'Your card is checked without a charge and then used for the payments of this subscription',
  ])
  expect(said()).to.deep.equal([
    'Save payment method',
    'Your payment details are sent encrypted.',
    'Your payment method is checked without a charge and then used for the payments of this subscription',
  ])
})

test('a wallet that declines is named, and no text mentions a card', async () => {
  const declined = withWallet(aPayment('DECLINED', 'insufficient_funds'))
  const service = new FakeService(aCheckout({ phase: 'processing', payment: withWallet(aPayment('PENDING')) }))
  const element = await mountCheckout(service)
  service.checkouts = [{ kind: 'ok', value: aCheckout({ payment: declined }) }]
  service.polled = { kind: 'ok', value: declined }

  await until(() => words(element, 'notice') !== undefined)

  expect(words(element, 'notice')).to.contain(
    'PayPal declined the payment. Please use another payment method. You have not been charged.',
  )
  expect(words(element, 'notice')).not.to.contain('card')
})

test('the refusal of a trial states why the price has changed', async () => {
  const service = new FakeService(aCheckout({ trial: 'free' }))
  service.payments = [{ kind: 'refused', code: 'amount_changed' }]
  const element = await mountCheckout(service)
  service.checkouts = [{ kind: 'ok', value: aCheckout({ hash: 'without' }) }]
  typeCard(element)

  await element.submit()
  await element.updateComplete

  expect(words(element, 'notice')).to.contain(
    'The trial of this plan has been used before You have not been charged. Please check the new amount',
  )
})

const withCurrent = (checkout: Checkout, id: string): Checkout => ({
  ...checkout,
  subscription: checkout.subscription && {
    ...checkout.subscription,
    method: checkout.payment_methods.find((method) => method.id === id) ?? null,
  },
})

test('a plan change that could not be charged shows that, and the failed method is not offered first', async () => {
  const recover = aCheckout({ purpose: 'recover', hasSavedMethods: true })
  const element = await mountCheckout(new FakeService(withCurrent(recover, 'pm_1')))
  await until(() => part(element, 'method') !== null)

  expect(words(element, 'recover')).to.equal('Your last payment failed Please choose how to pay it.')
  // The new card is chosen: the Visa card's payment failed, and the other saved card has expired.
  expect(radios(element).map(({ checked }) => checked)).to.deep.equal([false, true])
})

test('a shopper who returns after a cancellation sees no failed payment, and their former method', async () => {
  const recover = withCurrent(aCheckout({ purpose: 'recover', hasSavedMethods: true }), 'pm_1')
  const ended = {
    ...recover,
    subscription: recover.subscription && { ...recover.subscription, status: 'cancelled' as const },
  }
  const element = await mountCheckout(new FakeService(ended))
  await until(() => part(element, 'method') !== null)

  expect(part(element, 'recover')).to.equal(null)
  expect(radios(element).map(({ checked }) => checked)).to.deep.equal([true, false])
})

test('the method that will be replaced is marked', async () => {
  const update = aCheckout({ purpose: 'update_method', hasSavedMethods: true })
  const element = await mountCheckout(new FakeService(withCurrent(update, 'pm_1')))
  await until(() => part(element, 'method') !== null)

  const notes = [...(element.shadowRoot?.querySelectorAll('.method-note') ?? [])].map(({ textContent }) => textContent)
  expect(notes).to.deep.equal(['Current · Expires 08/29'])
})

test('a wrong security code is marked, cleared and has the focus; the rest of the card stays', async () => {
  const service = new FakeService()
  service.payments = [
    { kind: 'ok', value: aPayment('DECLINED', 'incorrect_cvc') },
    { kind: 'ok', value: aPayment('SETTLING') },
  ]
  const element = await mountCheckout(service)
  typeCard(element)

  await element.submit()
  const field = (id: string) => frameOf(element).querySelector<HTMLInputElement>(`#${id}`)
  await until(() => field('cvc')?.ariaInvalid === 'true')

  expect([field('cvc')?.value, field('number')?.value]).to.deep.equal(['', '4242 4242 4242 4242'])
  await until(() => frameOf(element).activeElement?.id === 'cvc')
  expect(frameOf(element).getElementById('cvc-error')?.textContent).to.equal('Check the security code.')
  expect(words(element, 'notice')).to.contain('The security code is not right.')

  typeCard(element)
  await element.submit()
  expect(element.phase).to.equal('paid')
})
