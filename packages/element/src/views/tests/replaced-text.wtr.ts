import { afterEach, expect, test } from '../../../../../test/support/pages/component-test.ts'
import { aCheckout } from '../../../testing/a-checkout.ts'
import { FakeService } from '../../../testing/fake-service.ts'
import { mountCheckout, part, typeCard, until } from '../../../testing/mount-checkout.ts'
import type { BillingCheckout } from '../../billing-checkout.ts'

afterEach(() => {
  document.body.replaceChildren()
  sessionStorage.clear()
})

/** Imitates a browser's translator: replaces each text by nodes of its own. */
const translate = (element: BillingCheckout, change = (text: string) => text): void => {
  const base = part(element, 'base')!
  const walker = document.createTreeWalker(base, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    if (text.data.trim() === '') continue
    const font = document.createElement('font')
    font.textContent = change(text.data)
    text.replaceWith(font)
  }
}

const priced = (amount: number) => ({ kind: 'ok', value: aCheckout({ amount, hash: `of ${amount}` }) }) as const
const shown = (element: BillingCheckout): string => part(element, 'base')?.textContent ?? ''
const status = (element: BillingCheckout): string =>
  element.shadowRoot?.querySelector('.base > [role=status]')?.textContent?.trim() ?? ''

for (const country of ['ME', 'DE'] as const)
  test(`a translated page shows the new price everywhere and the former one nowhere (${country})`, async () => {
    const service = new FakeService(aCheckout({ country, amount: 1900, hash: 'a' }))
    const element = await mountCheckout(service)
    translate(element)
    service.checkouts = [{ kind: 'ok', value: aCheckout({ country, amount: 4900, hash: 'b' }) }]

    await element.refresh()
    await until(() => shown(element).includes('€49.00'))

    expect(shown(element)).not.to.contain('€19.00')
    expect(part(element, 'amount')?.textContent).to.equal('€49.00')
    expect(part(element, 'disclosure')?.textContent).to.contain('€49.00')
  })

test('amounts, dates and the button are excluded from translation', async () => {
  const element = await mountCheckout(new FakeService(aCheckout({ trial: 'free', amount: 1900 })))
  const walker = document.createTreeWalker(part(element, 'panel')!, NodeFilter.SHOW_TEXT)
  const open: string[] = []
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode as Text
    if (/€|\b20\d\d\b/.test(data) && parentElement?.closest('[translate=no]') == null) open.push(data)
  }

  expect(open).to.deep.equal([])
  expect(part(element, 'button')?.querySelector('[translate=no]')?.textContent).to.equal(
    part(element, 'button')?.textContent?.trim(),
  )
})

test('a screen reader announces every change of an amount, and no other update', async () => {
  const service = new FakeService(priced(1900))
  const element = await mountCheckout(service)
  await until(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/page/page.ts')))
  await new Promise((resolve) => setTimeout(resolve, 500))
  await element.refresh()
  expect(status(element)).to.equal('')

  service.checkouts = [priced(4900)]
  await element.refresh()
  await until(() => status(element) !== '')

  expect(status(element)).to.match(/€49\.00.*€49\.00/)
})

test('the text that the document shows instead is sent with the receipt as unverified, and refuses nothing', async () => {
  const service = new FakeService(priced(4900))
  const element = await mountCheckout(service)
  typeCard(element)
  await until(() => element.shadowRoot?.querySelector('.notice, [role=alert]') != null)
  await new Promise((resolve) => setTimeout(resolve, 300))
  translate(element, (text) => text.replaceAll('€49.00', '€19.00'))

  await element.submit()

  const { consent } = service.attempts[0]!.request
  expect(consent.text).to.contain('€49.00')
  expect(consent.displayed_text).to.contain('€19.00')
  expect(element.phase).to.equal('paid')
})

test('a receipt of a page that shows the original text has no other text', async () => {
  for (const country of ['ME', 'DE', 'US'] as const) {
    const service = new FakeService(aCheckout({ country, digitalSupply: 'content' }))
    const element = await mountCheckout(service)
    typeCard(element)
    await new Promise((resolve) => setTimeout(resolve, 500))
    element.shadowRoot?.querySelector<HTMLInputElement>('#consent')?.click()

    await element.submit()

    expect(service.attempts[0]?.request.consent.displayed_text).to.equal(undefined)
  }
})
