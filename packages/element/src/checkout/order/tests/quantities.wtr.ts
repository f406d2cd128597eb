import { afterEach, expect, test } from '../../../../../../test/support/pages/component-test.ts'
import { aCheckout, type CheckoutWishes } from '../../../../testing/a-checkout.ts'
import { FakeService } from '../../../../testing/fake-service.ts'
import { mountCheckout } from '../../../../testing/mount-checkout.ts'

afterEach(() => document.body.replaceChildren())

const linesOf = async (wishes: CheckoutWishes) => {
  const element = await mountCheckout(new FakeService(aCheckout(wishes)))
  return [...(element.shadowRoot?.querySelectorAll("[part~='line'], [part~='total']") ?? [])].map((line) =>
    line.textContent?.replaceAll(/\s+/g, ' ').trim(),
  )
}

test('the summary of several units states their number, the price of one and the total', async () => {
  expect(await linesOf({ quantity: 3 })).to.deep.equal(['Aurora Studio 3 × €19.00 €57.00', 'Due today €57.00'])
})

test('the summary of a trial states the price of its units', async () => {
  expect((await linesOf({ quantity: 2, trial: 'paid' }))[0]).to.contain('2 × €1.00 €2.00')
})

test('the summary of one unit has no line that repeats the price', async () => {
  expect(await linesOf({})).to.deep.equal([])
})
