import { setViewport } from '@web/test-runner-commands'
import { afterEach, expect, test } from '../../../../../test/support/pages/component-test.ts'
import { aCheckout } from '../../../testing/a-checkout.ts'
import { FakeService } from '../../../testing/fake-service.ts'
import { mountCheckout, part, typeCard, frameOf, until } from '../../../testing/mount-checkout.ts'

afterEach(() => {
  document.body.replaceChildren()
  sessionStorage.clear()
})

const words = (element: Element, name: string) => part(element, name)?.textContent?.replaceAll(/\s+/g, ' ').trim()
const controlsOf = (element: Element) => [
  ...(element.shadowRoot?.querySelectorAll<HTMLSelectElement | HTMLInputElement>('[part~=address-control]') ?? []),
]

test('a shopper enters their address and sees its tax, and the typed text stays', async () => {
  const service = new FakeService(aCheckout({ addressFields: ['country', 'postal_code'] }))
  const element = await mountCheckout(service)
  const [country, code] = controlsOf(element)
  typeCard(element)
  service.checkouts = [{ kind: 'ok', value: aCheckout({ addressFields: ['country', 'postal_code'], tax: true }) }]

  if (country) country.value = 'DE'
  country?.dispatchEvent(new Event('change'))

  await until(() => words(element, 'amount') === '€22.61')
  expect(service.updates).to.deep.equal([{ country: 'DE' }])
  expect(code?.getAttribute('autocomplete')).to.equal('postal-code')
  expect(frameOf(element).querySelector<HTMLInputElement>('#number')?.value).to.equal('4242 4242 4242 4242')
})

test('the form asks for an address only if tax depends on it', async () => {
  const element = await mountCheckout(new FakeService())

  expect(part(element, 'address')).to.equal(null)
})

test('a late answer about an earlier address is ignored', async () => {
  const service = new FakeService(aCheckout({ addressFields: ['postal_code'] }))
  const element = await mountCheckout(service)
  const answers: ((amount: number) => void)[] = []
  service.updateCheckout = () =>
    new Promise((resolve) => {
      answers.push((amount) => resolve({ kind: 'ok', value: aCheckout({ addressFields: ['postal_code'], amount }) }))
    })
  const [code] = controlsOf(element)
  code?.dispatchEvent(new Event('change'))
  code?.dispatchEvent(new Event('change'))

  await until(() => answers.length === 2)
  answers[1]?.(2000)
  await until(() => words(element, 'amount') === '€20.00')
  answers[0]?.(1000)
  await new Promise((resolve) => setTimeout(resolve, 50))

  expect(words(element, 'amount')).to.equal('€20.00')
})

test('an address field that a refusal names is required, marked like a card field and has the focus; others are not', async () => {
  const service = new FakeService(aCheckout({ addressFields: ['country', 'state'] }))
  service.payments = [{ kind: 'refused', code: 'address_required', paths: ['address.state'] }]
  const element = await mountCheckout(service)
  const marks = () => controlsOf(element).map((control) => [control.getAttribute('aria-invalid'), control.required])
  const before = marks()
  typeCard(element)

  await element.submit()
  await element.updateComplete

  expect(before).to.deep.equal([
    ['false', false],
    ['false', false],
  ])
  expect(element.phase).to.equal('ready')
  expect(words(element, 'notice')).to.contain('Tax depends on where you are')
  expect(marks()).to.deep.equal([
    ['false', false],
    ['true', true],
  ])
  const state = controlsOf(element)[1]
  expect(element.shadowRoot?.activeElement).to.equal(state)
  const error = element.shadowRoot?.getElementById(state?.getAttribute('aria-describedby') ?? '')
  expect(error?.textContent).to.equal('Please fill in this field.')

  const said = { country: null, state: 'CA', postal_code: null }
  service.checkouts = [
    { kind: 'ok', value: { ...aCheckout({ addressFields: ['country', 'state'] }), tax_address: said } },
  ]
  if (state) state.value = 'CA'
  state?.dispatchEvent(new Event('change'))
  await until(() => part(element, 'notice') === null)
  expect(marks()[1]).to.deep.equal(['false', false])
})

test('a state is chosen from the regions that the server names, and marked with the postal code that contradicts it', async () => {
  const regions = [
    { code: 'CA', name: 'California' },
    { code: 'NY', name: 'New York' },
  ]
  const checkout = aCheckout({ addressFields: ['state', 'postal_code'], regions })
  const said = { country: 'US', state: 'NY', postal_code: '94110' }
  const service = new FakeService({ ...checkout, tax_address: said })
  service.payments = [{ kind: 'refused', code: 'address_required', paths: ['address.state', 'address.postal_code'] }]
  const element = await mountCheckout(service)
  const [state, code] = controlsOf(element)
  typeCard(element)

  await element.submit()
  await element.updateComplete

  expect(
    [...(state as HTMLSelectElement).options].map(({ value, text }) => [value, text.trim()]).slice(1),
  ).to.deep.equal([
    ['CA', 'California'],
    ['NY', 'New York'],
  ])
  expect(state?.value).to.equal('NY')
  expect([state, code].map((control) => control?.getAttribute('aria-invalid'))).to.deep.equal(['true', 'true'])
})

test('a list of choices is recognisable as a list, and its options are not cut off on a phone', async () => {
  await setViewport({ width: 360, height: 800 })
  const element = await mountCheckout(new FakeService(aCheckout({ addressFields: ['country', 'postal_code'] })))
  const select = element.shadowRoot!.querySelector('select')!
  const box = select.getBoundingClientRect()

  const chevron = getComputedStyle(select.parentElement!, '::after')
  expect([getComputedStyle(select).appearance, chevron.width, chevron.borderBottomStyle]).to.deep.equal([
    'none',
    '8px',
    'solid',
  ])
  expect(box.width).to.be.greaterThan(200)
  await setViewport({ width: 1100, height: 800 })
})
