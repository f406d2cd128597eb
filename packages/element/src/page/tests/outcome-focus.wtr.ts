import { afterEach, expect, test } from '../../../../../test/support/pages/component-test.ts'
import { aPayment } from '../../../testing/a-payment.ts'
import { FakeService } from '../../../testing/fake-service.ts'
import { frameOf, mountCheckout, part, typeCard, until } from '../../../testing/mount-checkout.ts'
import { FakePortalService, mountPortal } from '../../../testing/mount-portal.ts'

afterEach(() => {
  document.body.replaceChildren()
  sessionStorage.clear()
})

/** Adds a control to the page, next to the element. */
const inPage = <Name extends 'input' | 'button'>(name: Name): HTMLElementTagNameMap[Name] =>
  document.body.appendChild(document.createElement(name))

/** Pays, and moves the focus to another field of the page before the server answers with `payments`. */
const payThenLeave = async (payments: FakeService['payments'], field = inPage('input')) => {
  const service = new FakeService()
  service.payments = payments
  const element = await mountCheckout(service)
  typeCard(element)
  part(element, 'button')?.focus()
  const paid = element.submit()
  await element.updateComplete
  field.focus()
  await paid
  return { element, field }
}

/** The texts that a screen reader announces without the focus. */
const announced = ({ shadowRoot }: Element) =>
  [...(shadowRoot?.querySelectorAll('[role=status]') ?? [])].map(({ textContent }) => textContent)

test('a shopper who has moved to another field of the page keeps the focus there when the payment succeeds', async () => {
  const { element, field } = await payThenLeave([{ kind: 'ok', value: aPayment('SETTLING') }])

  await until(() => part(element, 'outcome-title') !== null)

  expect(document.activeElement === field).to.equal(true)
})

test('a screen reader announces the outcome to a shopper who has moved to another field of the page', async () => {
  for (const payment of [aPayment('SETTLING'), aPayment('DECLINED', 'insufficient_funds')]) {
    const { element } = await payThenLeave([{ kind: 'ok', value: payment }])
    const shown = () => part(element, 'outcome-title') ?? part(element, 'notice')

    await until(() => announced(element).includes(shown()?.textContent ?? 'nothing'))
    element.remove()
  }
})

test('a page in a shadow root keeps the focus in its own field', async () => {
  const shop = document.body.appendChild(document.createElement('section')).attachShadow({ mode: 'open' })
  const field = shop.appendChild(document.createElement('input'))
  const { element } = await payThenLeave([{ kind: 'ok', value: aPayment('SETTLING') }], field)

  await until(() => part(element, 'outcome-title') !== null)

  expect(shop.activeElement === field).to.equal(true)
})

test('a wrong security code is marked and emptied without taking the focus from another field of the page', async () => {
  const { element, field } = await payThenLeave([{ kind: 'ok', value: aPayment('DECLINED', 'incorrect_cvc') }])
  const code = () => frameOf(element).querySelector<HTMLInputElement>('#cvc')

  await until(() => code()?.ariaInvalid === 'true')

  expect([document.activeElement === field, code()?.value]).to.deep.equal([true, ''])
})

test('a shopper who paid by the button of the page gets the focus at the outcome', async () => {
  const service = new FakeService()
  service.payments = [
    { kind: 'ok', value: aPayment('DECLINED', 'insufficient_funds') },
    { kind: 'ok', value: aPayment('SETTLING') },
  ]
  const element = await mountCheckout(service)
  typeCard(element)
  await element.submit()
  inPage('button').focus()

  await element.submit()

  await until(() => element.shadowRoot?.activeElement?.id === 'outcome-title')
})

test('a shopper who paid by the button of the page before the code for outcomes loaded gets the focus at the outcome', async () => {
  const service = new FakeService()
  service.payments = [{ kind: 'ok', value: aPayment('SETTLING') }]
  const element = await mountCheckout(service)
  typeCard(element)
  inPage('button').focus()

  await element.submit()

  await until(() => element.shadowRoot?.activeElement?.id === 'outcome-title')
})

test('a portal that expires leaves the focus in a field of the page, and a screen reader announces it', async () => {
  const service = new FakePortalService()
  const portal = await mountPortal(service)
  const field = inPage('input')
  field.focus()
  service.portals = [{ kind: 'refused', code: 'expired_credentials' }]

  await portal.refresh()
  await portal.updateComplete

  expect([portal.phase, document.activeElement === field]).to.deep.equal(['expired', true])
  await until(() => announced(portal).includes(portal.shadowRoot?.querySelector('#outcome')?.textContent ?? 'nothing'))
})
