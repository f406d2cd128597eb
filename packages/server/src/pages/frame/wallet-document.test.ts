import { expect, test } from 'vitest'
import {
  configIn,
  elementManifest,
  stripesFields,
  stripesScript,
} from '../../../../../test/support/pages/frame-documents.ts'
import { frameHeaders } from './frame-document.ts'
import { walletDocument, walletHeaders } from './wallet-document.ts'

const config = {
  session_id: '2f0c1d3e-5b6a-4c7d-8e9f-0a1b2c3d4e5f',
  wall: '2026-11-21T09:00:00.000Z',
  parent_origins: null,
  mode: 'sandbox',
  protocol: 1,
  kind: 'APPLE_PAY',
} as const
test('the frame of a wallet may open its sheet, and otherwise has the policy of the processor’s fields', () => {
  const { 'Permissions-Policy': permissions, ...others } = walletHeaders([], stripesFields)
  const { 'Permissions-Policy': ofCards, ...ofFields } = frameHeaders([], stripesFields)

  expect(permissions).toBe('camera=(), geolocation=(), microphone=(), payment=*, usb=()')
  expect(ofCards).toContain('payment=()')
  expect(others).toEqual(ofFields)
})

test('the document of a wallet’s frame has its own script, and the sheet’s data from the server instead of the page', () => {
  const offer = {
    amount: 1900,
    currency: 'EUR',
    merchant: '</script><b>',
    label: 'Lamp',
    is_stored: true,
    recurring: null,
    management_url: null,
  }
  const html = walletDocument(elementManifest, { ...config, offer, connection: 'con_1', hosted: stripesScript })

  expect(configIn(html)).toEqual({ ...config, offer, connection: 'con_1', hosted: stripesScript })
  expect(html).toContain('<title>Apple Pay</title>')
  expect(html).toContain('src="/assets/wallet-frame-1.js" integrity="sha384-def"')
  expect(html).toContain('<link rel="preload" as="script" href="https://js.stripe.com/endive/stripe.js">')
  expect(html).not.toContain('<b>')
})

test('a wallet’s frame that was made for another price loads nothing from the processor', () => {
  const html = walletDocument(elementManifest, { ...config, offer: null, connection: null, hosted: null })

  expect(html).not.toContain('preload')
  expect(walletHeaders([])['Content-Security-Policy']).toContain("script-src 'self';")
})
