import { setViewport } from '@web/test-runner-commands'
import { afterEach, expect, test } from '../../../../../test/support/pages/component-test.ts'
import { aCheckout, type CheckoutWishes } from '../../../testing/a-checkout.ts'
import type { DiscountWish } from '../../../testing/a-discount.ts'
import { FakeService } from '../../../testing/fake-service.ts'
import { frameOf, mountCheckout, part, typeCard, until } from '../../../testing/mount-checkout.ts'
import type { Answer } from '../../checkout/requests/transport.ts'

afterEach(async () => {
  document.body.replaceChildren()
  sessionStorage.clear()
  await setViewport({ width: 1100, height: 800 })
})

const spring: DiscountWish = { off: { percent: 20 }, left: 3, code: 'SPRING' }
const words = (element: Element, name: string) => part(element, name)?.textContent?.replaceAll(/\s+/g, ' ').trim()
const inside = (element: Element, id: string) => element.shadowRoot?.getElementById(id) as HTMLInputElement | null
const focusIn = (element: Element) => element.shadowRoot?.activeElement?.id
const refusal = (reason: string): Answer<never> => ({ kind: 'refused', code: 'discount_invalid', reasons: [reason] })

/** A checkout that allows codes, with the field open. */
const mountOpened = async (wishes: CheckoutWishes = {}) => {
  const service = new FakeService(aCheckout({ allowCodes: true, ...wishes }))
  const element = await mountCheckout(service)
  await until(() => inside(element, 'code-add') !== null)
  inside(element, 'code-add')?.click()
  await until(() => focusIn(element) === 'code')
  return { service, element }
}

const enter = (element: Element, code: string) => {
  inside(element, 'code')!.value = code
  part(element, 'code-apply')?.click()
}

/** Presses a key in the field. */
const pressIn = (element: Element, key: string) =>
  inside(element, 'code')!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true }))

test('a session without codes has no field for them and does not load it', async () => {
  const element = await mountCheckout(new FakeService(aCheckout({ discount: spring })))

  expect(part(element, 'codes')).to.equal(null)
})

test('the text of a country ends before its arrow, even if the code field loads after the address', async () => {
  const service = new FakeService(aCheckout({ addressFields: ['country'] }))
  const element = await mountCheckout(service)
  await until(() => inside(element, 'address-country') !== null)
  const paddingOf = () => getComputedStyle(inside(element, 'address-country')!).paddingInlineEnd
  const before = paddingOf()
  service.checkouts = [{ kind: 'ok', value: aCheckout({ addressFields: ['country'], allowCodes: true }) }]

  inside(element, 'address-country')?.dispatchEvent(new Event('change'))
  await until(() => inside(element, 'code-add') !== null)

  expect(paddingOf()).to.equal(before)
})

test('a code lowers the price and keeps the typed text, and its removal restores the price', async () => {
  const { service, element } = await mountOpened()
  typeCard(element)
  service.checkouts = [{ kind: 'ok', value: aCheckout({ allowCodes: true, discount: spring, hash: 'discounted' }) }]

  enter(element, ' spring ')
  await until(() => focusIn(element) === 'code-remove')
  const applied = [words(element, 'amount'), words(element, 'code-chip')]
  service.checkouts = [{ kind: 'ok', value: aCheckout({ allowCodes: true }) }]
  inside(element, 'code-remove')?.click()
  await until(() => focusIn(element) === 'code-add')

  expect(applied).to.deep.equal(['€15.20', 'SPRING −20% Remove'])
  expect(words(element, 'amount')).to.equal('€19.00')
  expect(service.updates).to.deep.equal([{ discount_code: 'spring' }, { discount_code: null }])
  expect(frameOf(element).querySelector<HTMLInputElement>('#number')?.value).to.equal('4242 4242 4242 4242')
})

test('the new amounts are announced to screen readers once a code is applied', async () => {
  const { service, element } = await mountOpened()
  service.checkouts = [{ kind: 'ok', value: aCheckout({ allowCodes: true, discount: spring, hash: 'discounted' }) }]

  enter(element, 'SPRING')
  await until(() => focusIn(element) === 'code-remove')

  expect(element.shadowRoot?.querySelector('[role=status]')?.textContent).to.contain('Due today €15.20')
})

test('Enter applies the code and pays nothing', async () => {
  const { service, element } = await mountOpened()
  typeCard(element)
  service.checkouts = [{ kind: 'ok', value: aCheckout({ allowCodes: true, discount: spring, hash: 'discounted' }) }]

  inside(element, 'code')!.value = 'SPRING'
  pressIn(element, 'Enter')
  await until(() => words(element, 'amount') === '€15.20')

  expect(service.updates).to.deep.equal([{ discount_code: 'SPRING' }])
  expect([service.attempts, element.phase]).to.deep.equal([[], 'ready'])
})

for (const [reason, sentence] of [
  ['unknown', 'This code is not valid.'],
  ['ended', 'This code has expired.'],
  ['archived', 'This code has expired.'],
  ['not_started', 'This code is not valid yet.'],
  ['used_up', 'This code has been used up.'],
  ['used_up_by_customer', 'You have used this code before.'],
  ['other_plan', 'This code is not valid for this purchase.'],
  ['below_minimum', 'With this code the amount would be too small to charge.'],
] as const)
  test(`a code that the server refuses as ${reason} gets that reason at its field`, async () => {
    const { service, element } = await mountOpened()
    service.checkouts = [refusal(reason)]

    enter(element, 'SPRING')
    await until(() => words(element, 'code-fault') !== '')

    expect(words(element, 'code-fault')).to.equal(sentence)
    expect([inside(element, 'code')?.ariaInvalid, inside(element, 'code')?.value]).to.deep.equal(['true', 'SPRING'])
    expect([focusIn(element), words(element, 'amount'), part(element, 'notice')]).to.deep.equal([
      'code',
      '€19.00',
      null,
    ])
  })

test('two presses send one code, and the button shows that it is working', async () => {
  const { service, element } = await mountOpened()
  let answer: (refused: Answer<never>) => void = () => {}
  service.updateCheckout = (update) => {
    service.updates.push(update)
    return new Promise((resolve) => (answer = resolve))
  }

  enter(element, 'SPRING')
  part(element, 'code-apply')?.click()
  await until(() => service.updates.length > 0)
  await element.updateComplete
  const busy = [words(element, 'code-apply'), part(element, 'code-apply')?.ariaDisabled]
  part(element, 'code-apply')?.click()
  answer(refusal('unknown'))
  await until(() => words(element, 'code-fault') !== '')

  expect(busy).to.deep.equal(['Processing…', 'true'])
  expect(service.updates).to.have.lengthOf(1)
})

test('after too many codes, the field shows when to try again, and sends none before', async () => {
  const { service, element } = await mountOpened()
  service.checkouts = [{ kind: 'refused', code: 'too_many_attempts', retryAfter: 1800 }]

  enter(element, 'SPRING')
  await until(() => words(element, 'code-fault') !== '')
  enter(element, 'SUMMER')
  await element.updateComplete

  const time = new Intl.DateTimeFormat('en', { timeStyle: 'short' })
  expect(words(element, 'code-fault')).to.match(/^Too many codes were tried\. Please try again after \d+:\d\d [AP]M\.$/)
  expect(words(element, 'code-fault')).not.to.contain(time.format(new Date()))
  expect(service.updates).to.have.lengthOf(1)
})

test('a code whose answer is lost can be tried again', async () => {
  const { service, element } = await mountOpened()
  service.checkouts = [{ kind: 'lost' }]

  enter(element, 'SPRING')
  await until(() => words(element, 'code-fault') !== '')
  const fault = words(element, 'code-fault')
  service.checkouts = [{ kind: 'ok', value: aCheckout({ allowCodes: true, discount: spring, hash: 'discounted' }) }]
  part(element, 'code-apply')?.click()
  await until(() => part(element, 'code-chip') !== null)

  expect(fault).to.equal('The code could not be checked. Please try again.')
})

test('Escape closes the field, and an empty one sends nothing', async () => {
  const { service, element } = await mountOpened()

  part(element, 'code-apply')?.click()
  await element.updateComplete
  pressIn(element, 'Escape')
  await until(() => focusIn(element) === 'code-add')

  expect([service.updates, inside(element, 'code')]).to.deep.equal([[], null])
})

test('a code cannot be changed during a payment', async () => {
  const { service, element } = await mountOpened()
  typeCard(element)
  const paid = element.submit()
  await element.updateComplete

  enter(element, 'SPRING')
  await paid

  expect(service.updates).to.deep.equal([])
})

test('the field fits a phone, also from right to left, and its targets are large enough', async () => {
  await setViewport({ width: 320, height: 800 })
  const { element } = await mountOpened({ locale: 'ar' })

  const panel = part(element, 'panel')!.getBoundingClientRect()
  for (const name of ['code-control', 'code-apply']) {
    const { left, right, height } = part(element, name)!.getBoundingClientRect()
    expect([left >= panel.left, right <= panel.right, height >= 44]).to.deep.equal([true, true, true])
  }
})
