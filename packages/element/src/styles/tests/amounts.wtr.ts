import { locales } from '@billing-checkout/domain/locales'
import { setViewport } from '@web/test-runner-commands'
import { afterEach, expect, test } from '../../../../../test/support/pages/component-test.ts'
import { aCheckout } from '../../../testing/a-checkout.ts'
import { FakeService } from '../../../testing/fake-service.ts'
import { mountCheckout, part } from '../../../testing/mount-checkout.ts'
import { moneyIn } from '../../../testing/written-money.ts'

afterEach(async () => {
  document.body.replaceChildren()
  await setViewport({ width: 1100, height: 800 })
})

/** The longest form of an amount in any of our languages. */
const longest = (amount: number, currency: string): string =>
  locales
    .map((locale) => moneyIn(locale, currency).format(amount))
    .reduce((one, other) => (widthOf(other) > widthOf(one) ? other : one))

const widthOf = (text: string): number => {
  const context = document.createElement('canvas').getContext('2d')!
  context.font = '650 40px sans-serif'
  return context.measureText(text).width
}

/** A checkout in which every amount has this text. */
const writing = (amount: string) => {
  const checkout = JSON.stringify(aCheckout({ trial: 'paid', tax: true }))
  return JSON.parse(checkout.replaceAll(/"formatted_amount":"[^"]*"/g, `"formatted_amount":${JSON.stringify(amount)}`))
}

const fonts = ['DejaVu Sans', 'Liberation Sans', 'Noto Sans', 'sans-serif']

for (const [amount, currency] of [
  [1_499_000, 'IDR'],
  [199_900, 'COP'],
  [450_000, 'LBP'],
] as const)
  for (const width of [320, 360, 390, 780])
    test(`no amount is cut off or broken: ${amount} ${currency} in its longest language, on a page of ${width} pixels`, async () => {
      await setViewport({ width, height: 900 })
      const written = longest(amount, currency)
      const element = await mountCheckout(new FakeService(writing(written)))
      const summary = part(element, 'summary')!
      for (const font of fonts) {
        element.style.setProperty('--billing-font-family', `'${font}', sans-serif`)
        const { left, right } = summary.getBoundingClientRect()
        const shown = [...element.shadowRoot!.querySelectorAll('.summary bdi')].filter(
          (each) => each.textContent === written,
        )

        expect(shown.length).to.be.at.least(4)
        for (const each of shown) {
          const box = each.getBoundingClientRect()
          const where = `${font} ${each.parentElement?.className} ${each.className}`
          expect(box.left, where).to.be.at.least(left)
          expect(box.right, where).to.be.at.most(right)
          expect(each.getClientRects().length, where).to.equal(1)
        }
      }
    })

test('an amount of a usual length has the size that the page sets', async () => {
  await setViewport({ width: 320, height: 900 })
  const element = await mountCheckout(new FakeService(aCheckout({})))

  expect(getComputedStyle(part(element, 'amount')!).fontSize).to.equal('40px')
})
