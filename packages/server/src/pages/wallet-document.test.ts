import { expect, test } from 'vitest'
import { frameHeaders } from './frame-document.ts'
import { walletDocument, walletHeaders } from './wallet-document.ts'

const manifest = {
  script: 'billing-checkout.js',
  versioned_script: 'billing-checkout-1.js',
  integrity: 'sha384-a',
  card_frame: { js: 'assets/card-frame-1.js' },
  hosted_frame: { js: 'assets/hosted-frame-1.js' },
  wallet_frame: { js: 'assets/wallet-frame-1.js' },
  files: [{ path: 'assets/wallet-frame-1.js', integrity: 'sha384-b' }],
}
const cardEntry = {
  kind: 'hosted',
  fields: 'stripe',
  scriptUrl: 'https://js.stripe.com/endive/stripe.js',
  publishableKey: 'pk_test_x',
  account: null,
  wallets: ['APPLE_PAY'],
  sources: { 'script-src': ['https://js.stripe.com'], 'frame-src': [], 'connect-src': ['https://api.stripe.com'] },
} as const
const config = {
  session_id: '2f0c1d3e-5b6a-4c7d-8e9f-0a1b2c3d4e5f',
  wall: '2026-11-21T09:00:00.000Z',
  parent_origins: null,
  mode: 'sandbox',
  protocol: 1,
  kind: 'APPLE_PAY',
} as const
const configIn = (html: string) => JSON.parse(/id="frame-config">(.*?)<\/script>/s.exec(html)![1]!)

test('the frame of a wallet may open its sheet, and is as strict as one with the same processor’s fields in everything else', () => {
  const { 'Permissions-Policy': permissions, ...others } = walletHeaders([], cardEntry)
  const { 'Permissions-Policy': ofCards, ...ofFields } = frameHeaders([], cardEntry)

  expect(permissions).toBe('camera=(), geolocation=(), microphone=(), payment=*, usb=()')
  expect(ofCards).toContain('payment=()')
  expect(others).toEqual(ofFields)
})

test('its document has a script of its own and what the sheet says, from the server and no page around it', () => {
  const offer = {
    amount: 1900,
    currency: 'EUR',
    merchant: '</script><b>',
    label: 'Lamp',
    is_stored: true,
    recurring: null,
    management_url: null,
  }
  const hosted = {
    fields: 'stripe',
    script_url: cardEntry.scriptUrl,
    publishable_key: 'pk_test_x',
    account: null,
    script_sources: ['https://js.stripe.com'],
  } as const

  const html = walletDocument(manifest, { ...config, offer, connection: 'con_1', hosted })

  expect(configIn(html)).toEqual({ ...config, offer, connection: 'con_1', hosted })
  expect(html).toContain('<title>Apple Pay</title>')
  expect(html).toContain('src="/assets/wallet-frame-1.js" integrity="sha384-b"')
  expect(html).toContain('<link rel="preload" as="script" href="https://js.stripe.com/endive/stripe.js">')
  expect(html).not.toContain('<b>')
})

test('one that was made for another price loads nothing of the processor’s', () => {
  const html = walletDocument(manifest, { ...config, offer: null, connection: null, hosted: null })

  expect(html).not.toContain('preload')
  expect(walletHeaders([])['Content-Security-Policy']).toContain("script-src 'self';")
})
