import { afterEach, expect, test } from '../../../../../../test/support/pages/component-test.ts'
import { aCheckout } from '../../../../testing/a-checkout.ts'
import { FakeService } from '../../../../testing/fake-service.ts'
import { mountCheckout, part, typeCard } from '../../../../testing/mount-checkout.ts'

afterEach(() => {
  document.body.replaceChildren()
  sessionStorage.clear()
})

const words = (element: Element, name: string) => part(element, name)?.textContent?.replaceAll(/\s+/g, ' ').trim()

const box = (element: Element) => element.shadowRoot?.querySelector<HTMLInputElement>('#consent')

for (const [supply, asked] of [
  ['service', 'Please start the service right away.'],
  ['content', 'Please supply the content right away.'],
] as const)
  test(`a buyer in the European Union requests ${supply} at once with a separate checkbox, and the receipt records it`, async () => {
    const service = new FakeService(aCheckout({ country: 'DE', digitalSupply: supply }))
    const element = await mountCheckout(service)
    typeCard(element)

    expect(words(element, 'disclosure')).to.contain('You can withdraw from this contract within 14 days')
    expect(element.shadowRoot?.querySelector('a[href="https://example.com/withdraw"]')).to.not.equal(null)
    expect(words(element, 'consent')).to.contain(asked)
    expect(box(element)?.checked).to.equal(false)
    await element.submit()
    await element.updateComplete
    expect(service.attempts.length).to.equal(0)
    expect(element.shadowRoot?.activeElement?.id).to.equal('consent')
    box(element)?.click()
    await element.submit()

    const [{ request }] = service.attempts as [(typeof service.attempts)[number]]
    expect(request.consent).to.include({ immediate_supply: supply, version: '2026-12' })
    expect(request.consent.text).to.match(/withdraw from this contract within 14 days.*right away/)
    expect(element.phase).to.equal('paid')
  })

test('without immediate supply, the form has a link to withdraw and no checkbox', async () => {
  const service = new FakeService(aCheckout({ country: 'DE', digitalSupply: 'none' }))
  const element = await mountCheckout(service)
  typeCard(element)

  await element.submit()

  expect(box(element)).to.equal(null)
  const [{ request }] = service.attempts as [(typeof service.attempts)[number]]
  expect(request.consent.text).to.contain('withdraw from this contract within 14 days')
  expect(request.consent).to.not.have.property('immediate_supply')
})

test('a button with an obligation to pay has only those words, and the amount is in the line above', async () => {
  for (const wishes of [{}, { trial: 'free' as const }, { purpose: 'resume' as const }]) {
    const element = await mountCheckout(new FakeService(aCheckout({ country: 'DE', ...wishes })))
    const button = element.shadowRoot?.querySelector('[part="button"]')

    expect(words(element, 'button')).to.equal('Order with obligation to pay')
    expect(words(element, 'due-line')).to.match(/^Due today €(0|19)\.00$/)
    expect(button?.previousElementSibling?.getAttribute('part')).to.equal('due-line')
    element.remove()
  }
})

test('verifying another card is not an order', async () => {
  const element = await mountCheckout(new FakeService(aCheckout({ country: 'DE', purpose: 'update_method' })))

  expect(words(element, 'button')).to.equal('Save card')
  expect(element.shadowRoot?.querySelector('[part="due-line"]')).to.equal(null)
})

test('a checkbox that the merchant has required since is shown, and the typed text stays', async () => {
  const service = new FakeService(aCheckout({ country: 'DE', digitalSupply: 'none' }))
  const refused = { kind: 'refused', code: 'invalid_parameter', paths: ['body.consent.immediate_supply'] } as const
  service.payments.unshift(refused)
  const element = await mountCheckout(service)
  typeCard(element)
  service.checkouts = [{ kind: 'ok', value: aCheckout({ country: 'DE', digitalSupply: 'content' }) }]

  await element.submit()
  await element.updateComplete
  expect(words(element, 'notice')).to.contain('Please tick the box to continue.')
  box(element)?.click()
  await element.submit()

  const [refusedOne, paidOne] = service.attempts
  expect(refusedOne?.request.consent).to.not.have.property('immediate_supply')
  expect(paidOne?.request.consent).to.include({ immediate_supply: 'content' })
  expect(element.phase).to.equal('paid')
})
