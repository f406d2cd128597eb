import { paymentMethodTypes } from '@billing-checkout/contract'
import { setViewport } from '@web/test-runner-commands'
import { afterEach, beforeEach, expect, test } from '../../../../../test/support/pages/component-test.ts'
import { aCheckout, type CheckoutWishes } from '../../../testing/a-checkout.ts'
import { FakeService } from '../../../testing/fake-service.ts'
import { frameOf, mountCheckout, part, until } from '../../../testing/mount-checkout.ts'
import type { BillingCheckout } from '../../billing-checkout.ts'

const kinds = [...paymentMethodTypes]

beforeEach(() => setViewport({ width: 360, height: 800 }))

afterEach(async () => {
  document.body.replaceChildren()
  await setViewport({ width: 1100, height: 800 })
})

const mount = async (wishes: CheckoutWishes = {}): Promise<BillingCheckout> => {
  const element = await mountCheckout(new FakeService(aCheckout(wishes)))
  element.theme = 'light'
  return element
}
const all = (element: Element, selector: string) => [
  ...(element.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? []),
]
const topOf = (element: Element | null | undefined): number => element?.getBoundingClientRect().top ?? NaN
const radiosOf = (element: Element) => all(element, 'input[type=radio]') as HTMLInputElement[]

test('all methods are in one list of rows of equal width, and the card form is right under its row', async () => {
  const element = await mount({ kinds, hasSavedMethods: true })
  const rows = all(element, '[part~=method]')
  const rowOf = (name: string) => rows.find((row) => row.textContent?.includes(name))!
  const newCard = rowOf('Use another card')

  newCard.click()
  await until(() => part(element, 'card')?.hidden === false)

  const widths = rows.map((row) => row.getBoundingClientRect().width)
  expect(new Set(widths).size).to.equal(1)
  expect(all(element, '[role=radiogroup]').length).to.equal(1)
  expect(part(element, 'methods')?.contains(part(element, 'card'))).to.equal(true)
  expect(newCard.nextElementSibling).to.equal(part(element, 'card'))
  expect(topOf(part(element, 'card'))).closeTo(newCard.getBoundingClientRect().bottom, 1)
  expect(topOf(rowOf('PayPal'))).closeTo(part(element, 'card')!.getBoundingClientRect().bottom, 1)
  expect(topOf(newCard)).to.be.above(topOf(rowOf('Google Pay')))
})

test('choosing another method and returning does not load the card form again', async () => {
  const element = await mount({ kinds })
  const typed = frameOf(element).querySelector<HTMLInputElement>('#name')!
  typed.value = 'Mina Okafor'
  const radios = radiosOf(element)
  const card = radios.find(({ checked }) => checked)
  const wallet = radios.at(-1)

  wallet?.click()
  await until(() => part(element, 'card')?.hidden === true)
  card?.click()
  await until(() => part(element, 'card')?.hidden === false)

  expect(frameOf(element).querySelector<HTMLInputElement>('#name')?.value).to.equal('Mina Okafor')
})

test('an expired card cannot be chosen, and offers to enter the details of its successor', async () => {
  const element = await mount({ hasSavedMethods: true })
  await element.updateComplete

  expect(radiosOf(element).length).to.equal(2)
  expect(part(element, 'card')?.hidden).to.equal(true)
  const renew = part(element, 'renew')!
  expect(renew.closest('[part~=method]')?.textContent).to.contain('4444')
  renew.click()

  await until(() => part(element, 'card')?.hidden === false)
  await until(() => element.shadowRoot?.activeElement?.localName === 'iframe')
  expect(radiosOf(element).map(({ checked }) => checked)).to.deep.equal([false, true])
})

test('heading, group and card form have their own accessible names', async () => {
  const element = await mount({ kinds })

  const names = [
    part(element, 'section-title')?.textContent,
    part(element, 'methods')?.ariaLabel,
    element.shadowRoot?.querySelector('iframe')?.title,
  ]
  expect(names).to.deep.equal(['Payment method', 'Choose how to pay', 'Card details'])
})

test('without a choice of methods the card form is no group of choices', async () => {
  const element = await mount()

  expect(all(element, '[role=radiogroup]')).to.deep.equal([])
  expect(radiosOf(element)).to.deep.equal([])
})

test('in dark mode, a method that can be chosen is not grey: it has the background and border of a field', async () => {
  const element = await mount({ hasSavedMethods: true, country: 'KR' })
  element.theme = 'dark'
  await element.updateComplete
  await until(() => part(element, 'consent-box') !== null)
  const probe = element.shadowRoot!.querySelector('.base')!.appendChild(document.createElement('i'))
  const colour = (name: string): string => {
    probe.style.color = `var(--_color-${name})`
    return getComputedStyle(probe).color
  }

  for (const input of [radiosOf(element)[1]!, part(element, 'consent-box')!]) {
    expect(getComputedStyle(input).backgroundColor).to.equal(colour('field'))
    expect(getComputedStyle(input).borderTopColor).to.equal(colour('field-border'))
  }
})

for (const purpose of ['resume', 'change_plan'] as const)
  test(`without a choice (${purpose}) the page shows a heading, the method, and when it is charged how much`, async () => {
    const element = await mount({ purpose, isFreeChange: true })
    await until(() => part(element, 'method') !== null)
    const words = part(element, 'method-area')?.textContent?.replaceAll(/\s+/g, ' ').trim()
    const next = aCheckout({ purpose, isFreeChange: true }).quote_display?.later_charges.find(
      ({ amount }) => amount > 0,
    )

    expect(words).to.equal(
      `Payment method Visa ending in 4242•••• 4242 Next payment ${next?.date} ${next?.formatted_amount}`,
    )
    expect(part(element, 'secure')).to.equal(null)
  })

for (const purpose of ['resume', 'update_method'] as const)
  test(`a session without a charge or change today (${purpose}) has no timeline, and states from when which amount is paid`, async () => {
    const element = await mount({ purpose })

    expect(part(element, 'schedule')).to.equal(null)
    expect(part(element, 'rhythm')?.textContent?.trim()).to.equal('€19.00 every month from December 6, 2026')
  })
