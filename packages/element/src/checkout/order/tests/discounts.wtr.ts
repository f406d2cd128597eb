import { afterEach, expect, test } from '../../../../../../test/support/pages/component-test.ts'
import { aCheckout, type CheckoutWishes } from '../../../../testing/a-checkout.ts'
import type { DiscountWish } from '../../../../testing/a-discount.ts'
import { FakeService } from '../../../../testing/fake-service.ts'
import { mountCheckout } from '../../../../testing/mount-checkout.ts'

afterEach(() => document.body.replaceChildren())

const spring: DiscountWish = { off: { percent: 20 }, left: 3, code: 'SPRING' }
const mount = (wishes: CheckoutWishes) => mountCheckout(new FakeService(aCheckout(wishes)))
const words = (element: Element, name: string) =>
  [...(element.shadowRoot?.querySelectorAll(`[part~='${name}']`) ?? [])].map((found) =>
    found.textContent?.replaceAll(/\s+/g, ' ').trim(),
  )

test('a discounted price is shown until its end, followed by the price after it', async () => {
  const element = await mount({ discount: spring })

  expect(words(element, 'rhythm')).to.deep.equal([
    '€15.20 every month until February 21, 2027',
    '€19.00 every month from February 21, 2027',
  ])
  expect(words(element, 'line')).to.include('Spring (−20%) −€3.80')
  expect(words(element, 'disclosure')[0]).to.contain(
    'You pay €15.20 today. From December 21, 2026 you pay €15.20 every month until February 21, 2027. From February 21, 2027 you pay €19.00 every month until you cancel.',
  )
})

test('a discount after a trial begins with the first full payment', async () => {
  const element = await mount({ discount: { ...spring, left: 2 }, trial: 'free' })

  expect(words(element, 'disclosure')[0]).to.contain(
    'Your trial is free for 14 days. From December 5, 2026 you pay €15.20 every month until February 5, 2027. From February 5, 2027 you pay €19.00 every month until you cancel.',
  )
})

test('a full discount shows that nothing is paid until its end, and mentions no credit', async () => {
  const element = await mount({ discount: { ...spring, off: { percent: 100 } } })

  const agreed = words(element, 'disclosure')[0]
  expect(agreed).to.contain('From December 21, 2026 you pay €0.00 every month until February 21, 2027.')
  expect(agreed).to.contain('If you cancel before February 21, 2027, you pay nothing more.')
  expect(`${agreed} ${words(element, 'schedule-step')}`).not.to.match(/credit/i)
})

test('a discount for one payment lowers only that one', async () => {
  const element = await mount({ discount: { ...spring, left: 1 } })

  expect(words(element, 'rhythm')).to.deep.equal(['then €19.00 every month'])
  expect(words(element, 'disclosure')[0]).to.contain(
    'You pay €15.20 today. From December 21, 2026 you pay €19.00 every month until you cancel.',
  )
})

test('a discount of an amount is named once, and one without an end is the price', async () => {
  const element = await mount({ discount: { off: { amount: 200 }, left: null, code: null } })

  expect(words(element, 'line')).to.include('Spring −€2.00')
  expect(words(element, 'rhythm')).to.deep.equal(['then €17.00 every month'])
})
