import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { copyDatabaseTo } from '../../support/databases/databases.ts'
import { type Demo, startDemo } from '../../support/processes/demo.ts'
import { firefox } from '../../support/pages/engines/engines.ts'
import {
  cancelButton,
  cardField,
  goToCheckout,
  inCheckout,
  payButton,
  statusesOf,
  typeCard,
  waitForThanks,
} from '../../support/pages/engines/shop-journey.ts'
import type { ShopperBrowser, ShopperVisit } from '../../support/pages/engines/shopper-window.ts'

// The shop's tests in Firefox, which `npm run test:all` includes. `npm run drill` runs further tests in each engine of the machine.
describe.skipIf(firefox.missing !== null)('in Firefox', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'firefox-'))
  let demo: Demo
  let browser: ShopperBrowser
  let visit: ShopperVisit

  beforeAll(async () => {
    await copyDatabaseTo(dataDir)
    ;[demo, browser] = await Promise.all([startDemo(dataDir), firefox.open()])
  })

  afterAll(async () => {
    await browser?.close()
    await demo?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  beforeEach(async () => {
    visit = await browser.newVisit()
  })

  afterEach(() => visit.end())

  test('a shopper buys with a double click, pays once and reaches the thank-you page', async () => {
    const { window } = visit
    await goToCheckout(window, demo, { email: 'fox@example.com' })

    await typeCard(window)
    await window.click(payButton, 2)
    await waitForThanks(window)

    expect(await statusesOf(demo, 'fox@example.com')).toEqual(['SETTLING'])
    expect(visit.consoleMessages()).toEqual([])
  })

  test('a declined card is reported, the typed fields stay, and nothing is paid', async () => {
    const { window } = visit
    await goToCheckout(window, demo, { email: 'vixen@example.com' })

    await typeCard(window, '4000000000009995')
    await window.click(payButton)

    expect(await window.read(inCheckout('[part~=notice]'))).toContain('The payment was declined')
    expect(await window.read(cardField('name'))).toBe('Mina Okafor')
    expect(await statusesOf(demo, 'vixen@example.com')).toEqual(['DECLINED'])
    expect(visit.consoleMessages()).toEqual([])
  })

  test('after a cancelled confirmation, one Back leaves the checkout', async () => {
    const { window } = visit
    await goToCheckout(window, demo, { email: 'cub@example.com' })
    await typeCard(window, '4000000000003220')
    await window.click(payButton)
    const checkout = await window.url()

    await window.click(cancelButton)
    await window.read(inCheckout('[part~=notice] "The payment was cancelled"'))
    await window.goBack()

    expect(await window.url()).not.toBe(checkout)
  })
})
