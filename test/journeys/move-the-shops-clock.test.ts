import { createBillingClient } from '@billing-checkout/client'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paySession } from '../../examples/time-machine/src/shopper.ts'
import { copyDatabaseTo } from '../support/databases/databases.ts'
import { type Demo, startDemo } from '../support/processes/demo.ts'

let demo: Demo
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shop-clock-'))
  await copyDatabaseTo(folder)
  demo = await startDemo(folder)
})
afterAll(async () => {
  await demo.stop()
  rmSync(folder, { recursive: true, force: true })
})

const email = 'mina@example.com'

/** A page of the shop as Mina sees it, converted to plain text. */
const visit = async (path: string, body?: Record<string, string>, shopper = email) => {
  const response = await fetch(new URL(path, demo.shopUrl), {
    headers: { Cookie: `nine-kettles-country=DE; nine-kettles-shopper=${shopper}`, 'Accept-Language': 'en' },
    ...(body && { method: 'POST', body: new URLSearchParams(body) }),
  })
  const markup = await response.text()
  const text = markup.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
  return { status: response.status, url: response.url, text, markup }
}
/** Mina orders in the shop and pays with a test card. */
const subscribe = async (slug: string, card: string) => {
  const client = createBillingClient({ apiKey: demo.apiKey, baseUrl: demo.billingUrl })
  const { markup } = await visit(`/checkout/${slug}`, {})
  return paySession(client, demo.billingUrl, /session-id="([^"]+)"/.exec(markup)![1]!, card)
}

test('the panel of the account moves the clock and describes in words what happened', async () => {
  await subscribe('daily-cup', '4242 4242 4242 4242')
  await subscribe('leaf-letter', '4000 0000 0000 0341')

  const month = await visit('/time', { step: 'month', back: '/account' })
  const again = await visit('/account')

  expect(month.url).toBe(`${demo.shopUrl}/account`)
  for (const page of [month, again]) {
    expect(page.text).toContain('Daily Cup: €9.00 charged to the card ending 4242.')
    expect(page.text).toContain('Leaf Letter: the subscriber is told that the trial will end.')
    expect(page.text).toContain('Leaf Letter: the bank declined €14.00.')
  }
})

test('the panel shows the date of the next charge, and one press moves the clock there', async () => {
  const before = await visit('/account')
  const date = /To the next charge, ([A-Z]\w+ \d+, \d+)/.exec(before.text)?.[1]

  const after = await visit('/time', { step: 'next', back: '/account' })

  expect(after.text).toContain(`Today is ${date}.`)
  expect(after.text).toMatch(/charged to the card|the bank declined/)
})

test('the back office moves the clock, and shows what happened for all shoppers', async () => {
  const { url, text } = await visit('/time', { step: 'week', back: '/orders' }, '')

  expect(url).toBe(`${demo.shopUrl}/orders`)
  expect(text).toContain('What happened from')
  // The server notifies the shop within a moment. The shop then shows the notification that it has processed.
  await expect
    .poll(async () => (await visit('/orders')).text)
    .toMatch(/Told to the shop .* payment\.updated delivered 200/)
})

test('a shopper sees no events of others, and is not led out of the shop', async () => {
  await visit('/time', { step: 'month', back: '/account' })

  const stranger = await visit('/account', undefined, 'noor@example.com')
  const away = await visit('/time', { step: 'day', back: 'https://elsewhere.example' })

  expect(stranger.text).toContain('Nothing fell due.')
  expect(stranger.text).not.toContain('Daily Cup')
  expect(away.url).toBe(`${demo.shopUrl}/account`)
  expect((await visit('/time', { step: 'backwards', back: '/account' })).status).toBe(404)
})

test('the back office pages through the deliveries to the shop', async () => {
  const findOlder = async () =>
    /href="(\/orders\?[^"]*deliveries=2#deliveries)"/.exec((await visit('/orders')).markup)?.[1]
  await expect.poll(findOlder).toBeDefined()

  const older = await visit((await findOlder())!.replaceAll('&#38;', '&'))

  expect(older.text).toMatch(/Told to the shop 11–\d+ of \d+/)
  expect(older.markup).toMatch(/>\s*Newer\s*</)
})
