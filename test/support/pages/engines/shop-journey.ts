import type { Demo } from '../../processes/demo.ts'
import { type Path, type ShopperWindow, waitFor } from './shopper-window.ts'

/** A card as typed, field by field. */
export const aCardInFields = (number = '4242424242424242'): readonly (readonly [field: string, text: string])[] => [
  ['number', number],
  ['expiry', '1230'],
  ['cvc', '123'],
  ['name', 'Mina Okafor'],
]

/** The path to a place in the checkout element. */
export const inCheckout = (place: string): Path => [`billing-checkout >> ${place}`]

/** The element's button that pays. */
export const payButton = inCheckout('[part~=button]')

/** A field of the card frame. */
export const cardField = (id: string): Path => [...inCheckout('.card iframe:not(.waiting)'), `#${id}`]

/** The cancel button in the dialog around the bank's page. */
export const cancelButton = inCheckout('[part~=challenge-cancel]')

/** A button on the sandbox bank's page, which is in a frame inside our frame. */
export const bankButton = (answer: 'passed' | 'failed'): Path => [
  ...inCheckout('dialog iframe'),
  'iframe',
  `button[value=${answer}]`,
]

/**
 * Goes to the shop, chooses a tea and enters an e-mail address. The shop has another host name than the billing server, so that the browser
 * treats them as two sites, as in production.
 */
export const goToCheckout = async (
  window: ShopperWindow,
  demo: Demo,
  { slug = 'daily-cup', email, place = 'country=DE&lang=en' }: { slug?: string; email: string; place?: string },
): Promise<void> => {
  await window.visit(`${demo.shopUrl.replace('localhost', '127.0.0.1')}/?${place}`)
  await window.click([`form[action="/checkout/${slug}"] button`])
  await window.type(['#email'], email)
  await window.click(['form.form button'])
}

/** Types a card into the card frame. */
export const typeCard = async (window: ShopperWindow, number?: string): Promise<void> => {
  for (const [field, text] of aCardInFields(number)) await window.type(cardField(field), text)
}

/** Waits until the shop thanks for the order. */
export const waitForThanks = (window: ShopperWindow): Promise<true> =>
  waitFor('the page that says thank you', async () => ((await window.url()).endsWith('/thanks') ? true : null))

/** The statuses of a shopper's payments, sorted. */
export const statusesOf = async (demo: Demo, email: string): Promise<readonly string[]> => {
  const { data } = await demo.ask(`/payments?search=${encodeURIComponent(email)}`)
  return data.map(({ payment_status: status }) => String(status)).toSorted()
}
