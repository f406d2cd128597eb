import { afterEach, expect, test } from '../../../../../test/support/pages/component-test.ts'
import { aCheckout, type CheckoutWishes } from '../../../testing/a-checkout.ts'
import { aPayment } from '../../../testing/a-payment.ts'
import { FakeService } from '../../../testing/fake-service.ts'
import { mountCheckout, part, typeCard, until } from '../../../testing/mount-checkout.ts'
import type { BillingCheckout } from '../../billing-checkout.ts'

afterEach(() => {
  document.body.replaceChildren()
  sessionStorage.clear()
})

const mountAnswering = async (answer: FakeService['payments'][number], wishes: CheckoutWishes = {}) => {
  const service = new FakeService(aCheckout(wishes))
  service.payments = [answer]
  const element = await mountCheckout(service)
  typeCard(element)
  await element.submit()
  await until(() => part(element, 'notice') !== null)
  return element
}
const isAlert = (element: Element, name: string) => part(element, name)?.closest('[role=alert]') != null
const hasFocus = (element: BillingCheckout, name: string) => element.shadowRoot?.activeElement === part(element, name)

for (const [title, answer] of [
  ['a decline', { kind: 'ok', value: aPayment('DECLINED', 'insufficient_funds') }],
  ['another price', { kind: 'refused', code: 'amount_changed' }],
  ['too many attempts', { kind: 'refused', code: 'too_many_attempts' }],
] as const)
  test(`${title} after a press has the focus with its title, and is not announced a second time as an alert`, async () => {
    const element = await mountAnswering(answer)

    await until(() => hasFocus(element, 'notice'))
    expect(isAlert(element, 'notice')).to.equal(false)
    const name = part(element, 'notice')?.getAttribute('aria-labelledby') ?? ''
    expect(element.shadowRoot?.getElementById(name)).to.equal(part(element, 'notice-title'))
  })

test('a wrong security code has the focus in its field, so the notice is an alert', async () => {
  const element = await mountAnswering({ kind: 'ok', value: aPayment('DECLINED', 'incorrect_cvc') })

  await until(() => element.shadowRoot?.activeElement?.localName === 'iframe')
  expect(isAlert(element, 'notice')).to.equal(true)
})

test('a notice without a press is an alert and does not move the focus', async () => {
  const refusal = { code: 'too_many_attempts', subscription: null } as const
  const element = await mountCheckout(new FakeService(aCheckout({ refusal, expiresIn: 100_000 })))
  await until(() => part(element, 'notice') !== null)

  expect(isAlert(element, 'notice')).to.equal(true)
  expect(hasFocus(element, 'notice')).to.equal(false)
})

test('every notice has a title, and no title ends with a full stop', async () => {
  const titles: string[] = []
  for (const code of [
    'amount_changed',
    'trial_used',
    'offline',
    'rate_limited',
    'too_many_attempts',
    'internal',
  ] as const) {
    const element = await mountAnswering({ kind: 'refused', code: code as never })
    titles.push(part(element, 'notice-title')?.textContent ?? '')
  }
  for (const [status, code] of [
    ['DECLINED', 'do_not_honor'],
    ['CANCELLED', 'authentication_abandoned'],
  ] as const) {
    const element = await mountAnswering({ kind: 'ok', value: aPayment(status, code) })
    titles.push(part(element, 'notice-title')?.textContent ?? '')
  }
  for (const [name, wishes] of [
    ['expiring', { expiresIn: 100_000 }],
    ['recover', { purpose: 'recover' }],
  ] as const) {
    const element = await mountCheckout(new FakeService(aCheckout(wishes)))
    await until(() => part(element, name) !== null)
    titles.push(part(element, name)?.querySelector('[part=notice-title]')?.textContent ?? '')
  }

  expect(titles.filter((title) => title === '' || title.endsWith('.'))).to.deep.equal([])
})

test('the focus on a notice is shown with a thin line in its own colour', async () => {
  const element = await mountAnswering({ kind: 'ok', value: aPayment('DECLINED', 'insufficient_funds') })
  await until(() => hasFocus(element, 'notice'))
  const { outlineStyle, outlineWidth } = getComputedStyle(part(element, 'notice')!)

  // Some browsers do not treat this focus as visible, and show no outline.
  expect(outlineStyle === 'none' || outlineWidth === '1px').to.equal(true)
})
