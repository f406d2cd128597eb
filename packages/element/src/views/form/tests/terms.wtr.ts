import { setViewport } from '@web/test-runner-commands'
import { afterEach, expect, test } from '../../../../../../test/support/pages/component-test.ts'
import { aCheckout, type CheckoutWishes } from '../../../../testing/a-checkout.ts'
import { FakeService } from '../../../../testing/fake-service.ts'
import { mountCheckout, part, until } from '../../../../testing/mount-checkout.ts'

afterEach(async () => {
  document.body.replaceChildren()
  await setViewport({ width: 1100, height: 800 })
})

const offers: readonly CheckoutWishes[] = [
  {},
  { trial: 'free', country: 'KR' },
  { purpose: 'pay', isKnown: true },
  { purpose: 'resume' },
  { purpose: 'update_method', hasSavedMethods: true },
]

for (const wishes of offers)
  for (const width of [280, 1100])
    test(`the terms stand before the button, large enough to be read, and the button is last (${JSON.stringify(wishes)}, ${width})`, async () => {
      await setViewport({ width, height: 800 })
      const element = await mountCheckout(new FakeService(aCheckout(wishes)))
      await until(() => part(element, 'button') !== null)

      const button = part(element, 'button')!
      expect(part(element, 'form')?.lastElementChild).to.equal(button)
      const bottom = button.getBoundingClientRect().top
      for (const name of ['disclosure', 'links', 'consent', 'secure'])
        expect(part(element, name)?.getBoundingClientRect().bottom ?? 0).to.be.at.most(bottom)
      expect(Number.parseFloat(getComputedStyle(part(element, 'disclosure')!).fontSize)).to.be.at.least(14)
    })

test('the text about cancelling states the last day that avoids the next charge', async () => {
  const element = await mountCheckout(new FakeService(aCheckout()))

  expect(part(element, 'disclosure')?.textContent?.replaceAll(/\s+/g, ' ')).to.contain(
    'You can cancel at any time by writing to help@example.com. If you cancel before December 21, 2026, you pay nothing more.',
  )
})

test('no day is stated for a charge that is already owed', async () => {
  const later = { purpose: 'change_plan', proration: 'prorated_next_billing_period' } as const

  const element = await mountCheckout(new FakeService(aCheckout(later)))

  expect(part(element, 'disclosure')?.textContent).to.contain('You can cancel at any time')
  expect(part(element, 'disclosure')?.textContent).not.to.contain('nothing more')
})

test('a change at the end of the period states its date and is made without a method', async () => {
  const later = { purpose: 'change_plan', proration: 'at_period_end' } as const

  const element = await mountCheckout(new FakeService(aCheckout(later)))

  expect(part(element, 'disclosure')?.textContent).to.match(/Your plan changes on \w+ \d+, \d{4}\./)
  expect(part(element, 'button')?.textContent?.trim()).to.equal('Change plan')
})
