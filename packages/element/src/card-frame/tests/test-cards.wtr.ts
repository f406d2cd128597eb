import { afterEach, expect, test } from '../../../../../test/support/pages/component-test.ts'
import { until } from '../../../testing/mount-checkout.ts'
import { formatCardNumber } from '../fields/card-number.ts'
import { connectToFrame } from '../link/connect-to-frame.ts'
import { testCards } from '../test-cards/test-cards.ts'

afterEach(() => document.body.replaceChildren())

const documentUrl = new URL('../../../testing/card-frame.html', import.meta.url).href

/** A card frame whose document states `mode`, with functions that send it messages and read its fields. */
const openFrame = async (mode: 'sandbox' | 'live') => {
  const frame = document.createElement('iframe')
  const text = await (await fetch(documentUrl)).text()
  frame.srcdoc = text
    .replace('<head>', `<head><base href="${documentUrl}">`)
    .replace('"mode": "sandbox"', `"mode": "${mode}"`)
  document.body.append(frame)
  await until(() => frame.contentDocument?.querySelector('#number') != null)
  let isReady = false
  const link = connectToFrame(frame, location.origin, (data) => {
    isReady ||= (data as { readonly type: string }).type === 'ready'
  })
  link.postMessage({ type: 'configure', locale: 'en', scheme: 'light', tokens: {} })
  await until(() => isReady)
  const typed = () => frame.contentDocument!.querySelector<HTMLInputElement>('#number')!.value
  return { fill: (number: string) => link.postMessage({ type: 'fill', number }), typed }
}

/** Waits long enough to show that the frame does nothing. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 500))

test('in a sandbox the frame fills in every published test card', async () => {
  const { fill, typed } = await openFrame('sandbox')

  for (const { number } of testCards) {
    fill(number)
    await until(() => typed() === formatCardNumber(number))
  }
})

test('of two test cards chosen at the same time, the frame shows the last', async () => {
  const { fill, typed } = await openFrame('sandbox')

  fill('4242424242424242')
  fill('4000000000009995')

  await until(() => typed() === '4000 0000 0000 9995')
  await aWhile()
  expect(typed()).to.equal('4000 0000 0000 9995')
})

for (const number of ['4111111111111111', '4242424242424241', '42424242424242420'])
  test(`the frame does not fill in ${number}, which is no published test card`, async () => {
    const { fill, typed } = await openFrame('sandbox')

    fill(number)
    await aWhile()

    expect(typed()).to.equal('')
  })

test('in live mode the frame fills in no test card at all', async () => {
  const { fill, typed } = await openFrame('live')

  for (const { number } of testCards) fill(number)
  await aWhile()

  expect(typed()).to.equal('')
})
