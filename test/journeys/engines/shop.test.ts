import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Demo, startDemo } from '../../support/processes/demo.ts'
import { engines } from '../../support/pages/engines/engines.ts'
import {
  aCardInFields,
  bankButton,
  cancelButton,
  cardField,
  goToCheckout,
  inCheckout,
  payButton,
  statusesOf,
  typeCard,
  waitForThanks,
} from '../../support/pages/engines/shop-journey.ts'
import {
  type ShopperBrowser,
  type ShopperVisit,
  type ShopperWindow,
  waitFor,
} from '../../support/pages/engines/shopper-window.ts'

// `npm run drill` runs these journeys in every engine of this machine. Many of them are also in `npm test`, which runs them in Chromium.
for (const { missing } of engines) if (missing !== null) console.warn(missing)

const dataDir = mkdtempSync(join(tmpdir(), 'engines-'))
let demo: Demo

beforeAll(async () => {
  demo = await startDemo(dataDir)
})

afterAll(async () => {
  await demo?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const challengedCard = '4000000000003220'

describe.each(engines.filter(({ missing }) => missing === null))('in $name', ({ name, open }) => {
  let browser: ShopperBrowser
  let visit: ShopperVisit
  let window: ShopperWindow
  let shoppers = 0
  let email: string

  beforeAll(async () => {
    browser = await open()
  })

  afterAll(() => browser?.close())

  beforeEach(async () => {
    visit = await browser.newVisit()
    window = visit.window
    shoppers += 1
    email = `shopper${shoppers}.${name.toLowerCase()}@example.com`
  })

  afterEach(async () => {
    await visit.end()
    const said = visit.consoleMessages()
    if (said.length > 0) throw new Error(`The browser had something to complain about: ${said.join('\n')}`)
  })

  const noticeSays = async (words: string): Promise<void> => {
    await window.read(inCheckout(`[part~=notice] "${words}"`))
  }

  test.each(['leaf-letter', 'kettle-club', 'daily-cup', 'year-of-leaves', 'first-tin'])(
    'a shopper buys %s with a double click and pays once',
    async (slug) => {
      await goToCheckout(window, demo, { slug, email })

      await typeCard(window)
      await window.click(payButton, 2)
      await waitForThanks(window)

      expect(await statusesOf(demo, email)).toEqual(['SETTLING'])
    },
  )

  test('a declined card is followed by a good one in the same session', async () => {
    await goToCheckout(window, demo, { email })

    await typeCard(window, '4000000000009995')
    await window.click(payButton)
    await noticeSays('The payment was declined')
    expect(await window.read(cardField('name'))).toBe('Mina Okafor')
    await window.click(inCheckout('summary "Test mode"'))
    await window.click(inCheckout('details button "Visa"'))
    await waitFor('the test card', async () =>
      (await window.read(cardField('number'))).endsWith('4242') ? true : null,
    )
    await window.click(payButton)
    await waitForThanks(window)

    expect(await statusesOf(demo, email)).toEqual(['DECLINED', 'SETTLING'])
  })

  test('a shopper cancels, fails at the bank, and then confirms', async () => {
    await goToCheckout(window, demo, { email })

    await typeCard(window, challengedCard)
    await window.click(payButton)
    await window.click(cancelButton)
    await noticeSays('The payment was cancelled')
    await retypeCard(window)
    await window.click(payButton)
    await window.click(bankButton('failed'))
    await noticeSays('The payment was declined')
    await retypeCard(window)
    await window.click(payButton)
    await window.click(bankButton('passed'))
    await waitForThanks(window)

    expect(await statusesOf(demo, email)).toEqual(['CANCELLED', 'DECLINED', 'SETTLING'])
  })

  test('a shopper who goes back and forward during the challenge sees it again, and pays once', async () => {
    await goToCheckout(window, demo, { email })

    await typeCard(window, challengedCard)
    await window.click(payButton)
    await window.read(bankButton('passed'))
    await window.goBack()
    await window.goForward()
    await window.click(bankButton('passed'))
    await waitForThanks(window)

    expect(await statusesOf(demo, email)).toEqual(['SETTLING'])
  })

  test('a shopper who reloads the page during the challenge sees it again, and pays once', async () => {
    await goToCheckout(window, demo, { email })

    await typeCard(window, challengedCard)
    await window.click(payButton)
    await window.read(bankButton('passed'))
    await window.reload()
    await window.click(bankButton('passed'))
    await waitForThanks(window)

    expect(await statusesOf(demo, email)).toEqual(['SETTLING'])
  })

  test.each(['PayPal', 'Venmo', 'Cash App'])('a shopper pays with %s in a separate window', async (wallet) => {
    await goToCheckout(window, demo, { email })

    await window.click(inCheckout(`label "${wallet}"`))
    await window.click(payButton)
    await (await window.popup()).click(['button[value=passed]'])
    await waitForThanks(window)

    expect(await statusesOf(demo, email)).toEqual(['SETTLING'])
  })

  test('a shopper cancels at PayPal, is declined, closes its window and opens it again, and then approves', async () => {
    await goToCheckout(window, demo, { email })

    await window.click(inCheckout('label "PayPal"'))
    await window.click(payButton)
    await (await window.popup()).click(['button[value=cancelled]'])
    await noticeSays('The payment was cancelled')
    await window.click(payButton)
    await (await window.popup()).click(['button[value=failed]'])
    await noticeSays('The payment was declined')
    await window.click(payButton)
    const closed = await window.popup()
    await closed.read(['button[value=passed]'])
    await closed.close()
    await window.read(inCheckout('[part~=outcome-title] "closed"'))
    await window.click(inCheckout('button.secondary'))
    await (await window.popup()).click(['button[value=passed]'])
    await waitForThanks(window)

    expect(await statusesOf(demo, email)).toEqual(['CANCELLED', 'DECLINED', 'SETTLING'])
  })

  test.each(['Apple Pay', 'Google Pay'])(
    'a shopper is declined by %s, closes its sheet, and then pays',
    async (wallet) => {
      await goToCheckout(window, demo, { email })

      await window.click(inCheckout(`label "${wallet}"`))
      await window.click(payButton)
      await window.click(inCheckout('dialog.sheet button "Pay, and be declined"'))
      await noticeSays('The payment was declined')
      await window.click(payButton)
      await window.click(inCheckout('dialog.sheet button "Close"'))
      await window.click(payButton)
      await window.click(inCheckout('dialog.sheet button:not(.quiet)'))
      await waitForThanks(window)

      expect(await statusesOf(demo, email)).toEqual(['DECLINED', 'SETTLING'])
    },
  )

  test('a shopper buys with the keyboard alone, cancels at the bank and then confirms', async () => {
    await goToCheckout(window, demo, { email })
    await window.read(cardField('number'))
    // The test cards load with the form. Before that, the ribbon cannot be opened or focused.
    await window.read(inCheckout('summary "Test mode"'))

    await tabTo(window, 'Card number')
    await typeByTab(window)
    await tabTo(window, 'Order with obligation to pay')
    await window.press('Space')
    await focusIsOn(window, 'Confirm your payment')
    await tabTo(window, 'Cancel payment')
    await window.press('Enter')
    await focusIsOn(window, 'The payment was cancelled')
    await tabTo(window, 'Card number')
    await typeByTab(window)
    await tabTo(window, 'Order with obligation to pay')
    await window.press('Enter')
    await focusIsOn(window, 'Confirm your payment')
    await window.read(bankButton('passed'))
    await tabTo(window, '^Confirm$')
    await window.press('Enter')
    await waitForThanks(window)

    expect(await statusesOf(demo, email)).toEqual(['CANCELLED', 'SETTLING'])
  })

  test('a returning shopper buys something else with the stored card', async () => {
    await goToCheckout(window, demo, { email })
    await typeCard(window)
    await window.click(payButton)
    await waitForThanks(window)

    await window.visit(new URL('/', await window.url()).href)
    await window.click(['form[action="/checkout/leaf-letter"] button'])
    await window.click(inCheckout('label "4242"'))
    await window.click(payButton)
    await waitForThanks(window)

    expect(await statusesOf(demo, email)).toEqual(['SETTLING', 'SETTLING'])
  })

  test('a shopper buys in a right-to-left page, and sees their own currency next to the charged amount', async () => {
    await goToCheckout(window, demo, { email, slug: 'kettle-club', place: 'country=JP&lang=ar' })
    await window.read(inCheckout('[part~=summary] "¥"'))

    await typeCard(window)
    await window.click(payButton)
    await waitForThanks(window)

    expect(await statusesOf(demo, email)).toEqual(['SETTLING'])
  })
})

/** Types a card after a payment that kept the name and emptied the other fields. */
const retypeCard = async (window: ShopperWindow): Promise<void> => {
  for (const [field, text] of aCardInFields(challengedCard))
    if ((await window.read(cardField(field))) === '') await window.type(cardField(field), text)
}

const focusIsOn = (window: ShopperWindow, wanted: string): Promise<true> =>
  waitFor(`the focus on ${wanted}`, async () => (new RegExp(wanted).test(await window.focus()) ? true : null))

const tabTo = async (window: ShopperWindow, wanted: string): Promise<void> => {
  for (let tabs = 0; tabs < 60; tabs += 1) {
    if (new RegExp(wanted).test(await window.focus())) return
    await window.press('Tab')
  }
  throw new Error(`Tab does not lead to ${wanted}`)
}

const typeByTab = async (window: ShopperWindow): Promise<void> => {
  for (const [, text] of aCardInFields(challengedCard)) {
    await window.typeOn(text)
    await window.press('Tab')
  }
}
