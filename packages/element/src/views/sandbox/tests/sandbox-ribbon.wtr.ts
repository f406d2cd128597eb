import { setViewport } from '@web/test-runner-commands'
import { afterEach, expect, test } from '../../../../../../test/support/pages/component-test.ts'
import { aCheckout } from '../../../../testing/a-checkout.ts'
import { aPayment } from '../../../../testing/a-payment.ts'
import { FakeService } from '../../../../testing/fake-service.ts'
import { frameOf, mountCheckout, part, until } from '../../../../testing/mount-checkout.ts'
import type { BillingCheckout } from '../../../billing-checkout.ts'
import { formatCardNumber } from '../../../card-frame/fields/card-number.ts'
import { testCardGroups, testCards } from '../../../card-frame/test-cards/test-cards.ts'
import { testCardWords } from '../test-card-words.ts'

afterEach(async () => {
  document.body.replaceChildren()
  await setViewport({ width: 1100, height: 800 })
})

/** A checkout in `locale` whose ribbon has been opened, and the cards it shows. */
const openRibbon = async (locale: string): Promise<{ element: BillingCheckout; cards: readonly HTMLElement[] }> => {
  const element = await mountCheckout(new FakeService(aCheckout({ locale })))
  await until(() => part(element, 'test-ribbon') !== null)
  part(element, 'test-ribbon')?.querySelector('summary')?.click()
  await until(() => part(element, 'test-card') !== null)
  return { element, cards: [...element.shadowRoot!.querySelectorAll<HTMLElement>('[part=test-card]')] }
}

const numberIn = (card: HTMLElement) => card.querySelector('.test-number')?.textContent
const wordsIn = (card: HTMLElement) => card.querySelector('.test-outcome')?.textContent

// This test comes first, because the page keeps the cards once they have loaded.
test('an unopened ribbon loads no cards', async () => {
  const element = await mountCheckout(new FakeService())

  await until(() => part(element, 'test-ribbon') !== null)

  expect(part(element, 'test-ribbon')?.querySelector('summary')?.textContent).to.equal('Test mode')
  expect(part(element, 'test-card')).to.equal(null)
})

for (const locale of Object.keys(testCardWords))
  test(`the opened ribbon shows every test card and its outcome (${locale})`, async () => {
    const { headings, outcomes } = testCardWords[locale]!

    const { element, cards } = await openRibbon(locale)

    expect(cards.map(numberIn)).to.deep.equal(testCards.map(({ number }) => formatCardNumber(number)))
    const byBrand = ['Mastercard', 'American Express', 'Discover', 'Diners Club', 'JCB', 'UnionPay']
    const { usual, approves: _approves, ...others } = testCardGroups
    const said = (members: readonly { readonly outcome: keyof typeof outcomes }[]) =>
      members.map(({ outcome }) => outcomes[outcome])
    expect(cards.map(wordsIn)).to.deep.equal([
      ...said(usual),
      ...byBrand,
      ...Object.values(others).flatMap((members) => said(members)),
    ])
    const groups = [...element.shadowRoot!.querySelectorAll('[role=group].test-group')]
    const labels = groups.map((group) => element.shadowRoot?.getElementById(group.getAttribute('aria-labelledby')!))
    expect(labels.map((label) => label?.textContent)).to.deep.equal(Object.values(headings))
  })

test('the ribbon is in English for languages that it does not have', async () => {
  const { element, cards } = await openRibbon('he')

  expect(cards.map(wordsIn)).to.include('Lost card')
  expect(part(element, 'test-cards')?.dir).to.equal('ltr')
})

test('a test card is filled in by one click', async () => {
  const { element, cards } = await openRibbon('en')

  cards[0]?.click()

  await until(() => frameOf(element).querySelector<HTMLInputElement>('#number')?.value === '4242 4242 4242 4242')
})

test('the last test card can be reached with the keyboard and scrolls into view inside the ribbon', async () => {
  const { element, cards } = await openRibbon('en')
  const list = part(element, 'test-cards')!
  const last = cards.at(-1)!
  expect(list.scrollHeight).to.be.greaterThan(list.clientHeight)

  last.focus()

  expect(element.shadowRoot?.activeElement).to.equal(last)
  // WebKit scrolls to a focused element a moment later.
  await until(() => last.getBoundingClientRect().bottom <= list.getBoundingClientRect().bottom)
  expect(last.getBoundingClientRect().bottom).to.be.at.most(list.getBoundingClientRect().bottom)
  last.click()
  await until(() => frameOf(element).querySelector<HTMLInputElement>('#number')?.value === '4000 0000 0000 1976')
})

for (const [locale, words] of [
  ['fr', 'Mode test'],
  ['he', 'בדיקה'],
  ['lt', 'Bandymas'],
] as const)
  for (const width of [280, 360, 1100])
    test(`the test-mode badge is inside the panel, next to the text and not over it (${locale}, ${width})`, async () => {
      await setViewport({ width, height: 800 })
      const checkout = aCheckout({ locale })
      const merchant = { ...checkout.merchant, name: 'The Merchant With a Remarkably Long Name Ltd' }
      const element = await mountCheckout(new FakeService({ ...checkout, merchant }))
      await until(() => part(element, 'test-ribbon') !== null)

      const sign = part(element, 'test-ribbon')!.querySelector('.pill')!
      expect(sign.textContent).to.equal(words)
      const panel = part(element, 'panel')!.getBoundingClientRect()
      const box = sign.getBoundingClientRect()
      expect(box.top).to.be.greaterThan(panel.top)
      expect(box.left).to.be.greaterThan(panel.left)
      expect(box.right).to.be.lessThan(panel.right)
      for (const name of ['merchant', 'plan', 'section-title'])
        expect(wordsUnder(box, part(element, name)!)).to.equal(false)
    })

const covered = [
  ['a notice', aCheckout({ purpose: 'recover' }), 'recover'],
  ['a refusal', aCheckout({ refusal: { code: 'too_many_attempts', subscription: null } }), 'notice'],
  ['a payment that is checked', aCheckout({ phase: 'processing', payment: aPayment('PENDING') }), 'outcome-title'],
  ['a receipt', aCheckout({ phase: 'completed', payment: aPayment('SETTLING') }), 'outcome-title'],
  ['an expired session', aCheckout({ phase: 'expired' }), 'outcome-title'],
  ['a session that is not finished', aCheckout({ purpose: null }), 'outcome-title'],
] as const
for (const [what, checkout, name] of covered)
  for (const width of [360, 800, 1100])
    test(`the test-mode badge covers no part of ${what} (${width})`, async () => {
      await setViewport({ width, height: 800 })
      const element = await mountCheckout(new FakeService(checkout))
      await until(() => part(element, 'test-ribbon') !== null && part(element, name) !== null)

      const sign = part(element, 'test-ribbon')!.querySelector('.pill')!.getBoundingClientRect()
      const shown = part(element, name)!.getBoundingClientRect()
      expect(sign.height).to.be.greaterThan(0)
      const isApart =
        sign.bottom <= shown.top || sign.top >= shown.bottom || sign.right <= shown.left || sign.left >= shown.right
      expect(isApart, `${JSON.stringify(sign)} ${JSON.stringify(shown)}`).to.equal(true)
    })

/** Whether `box` covers any of an element's words. */
const wordsUnder = (box: DOMRect, element: Element): boolean => {
  const range = document.createRange()
  range.selectNodeContents(element)
  return [...range.getClientRects()].some(
    ({ top, bottom, left, right }) => top < box.bottom && bottom > box.top && left < box.right && right > box.left,
  )
}

test('a chosen test card closes the list, which lies over the form', async () => {
  const { element, cards } = await openRibbon('en')

  cards[0]?.click()

  expect(part(element, 'test-ribbon')?.hasAttribute('open')).to.equal(false)
})
