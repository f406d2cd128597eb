import { expect, test } from 'vitest'
import {
  configIn,
  elementManifest,
  stripesFields,
  stripesScript,
} from '../../../../../test/support/pages/frame-documents.ts'
import { frameDocument, frameHeaders } from './frame-document.ts'

const config = {
  session_id: '0b0e7f3e-93a2-4f9c-8f3c-6d1a1c0e2b11',
  card_key: { kty: 'RSA', kid: 'k', use: 'enc', alg: 'RSA-OAEP-256', n: 'n', e: 'AQAB' },
  wall: '2026-11-21T12:00:00.000Z',
  parent_origins: ['https://shop.example'],
  mode: 'sandbox',
  protocol: 1,
} as const

test('the frame finds its configuration and its one file in its document', () => {
  const html = frameDocument(elementManifest, config)

  expect(configIn(html)).toEqual(config)
  expect(html).toContain('<script type="module" src="/assets/card-frame-1.js" integrity="sha384-abc"></script>')
  expect(html.match(/\b(src|href)=/g)).toEqual(['src='])
  expect(html).toContain('<html lang="en" dir="ltr">')
})

test('no text in the configuration can end the script element around it', () => {
  const hostile = '</script><script>alert(1)</script><!--<script>'

  const html = frameDocument(elementManifest, { ...config, parent_origins: [hostile] })

  expect(configIn(html)).toMatchObject({ parent_origins: [hostile] })
  expect(html).not.toContain('<script>alert')
  expect(html).not.toContain('<!--')
})

test('only the organization’s pages can embed the frame, and it can reach no network', () => {
  const policy = frameHeaders(['https://shop.example', 'https://www.shop.example'])['Content-Security-Policy']

  expect(policy).toContain("default-src 'none'; script-src 'self'")
  expect(policy).toContain('frame-ancestors https://shop.example https://www.shop.example')
  expect(policy).toContain("connect-src 'none'")
  expect(policy).not.toMatch(/unsafe|style-src/)
})

test('without a list, any loopback page can embed the frame, and with an empty list no page can', () => {
  expect(frameHeaders(null)['Content-Security-Policy']).toContain(
    'frame-ancestors http://localhost:* http://127.0.0.1:* https://localhost:* https://127.0.0.1:*;',
  )
  expect(frameHeaders([])['Content-Security-Policy']).toContain("frame-ancestors 'none';")
})

/** The directives of a policy, by name. */
const directivesOf = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    headers['Content-Security-Policy']!.split('; ').map((directive) => directive.split(/ (.*)/, 2) as [string, string]),
  )

test('a frame with a processor’s own fields allows what those fields need, and otherwise has the same policy', () => {
  const [sealed, hosted] = [frameHeaders([]), frameHeaders([], stripesFields)]

  expect(directivesOf(hosted)).toEqual({
    ...directivesOf(sealed),
    'script-src': "'self' https://js.stripe.com",
    'frame-src': 'https://js.stripe.com https://hooks.stripe.com',
    'connect-src': 'https://api.stripe.com',
    'trusted-types': 'default',
  })
  const { 'Content-Security-Policy': _, 'Cross-Origin-Embedder-Policy': isolation, ...others } = sealed
  expect(hosted).toMatchObject(others)
  expect([isolation, hosted['Cross-Origin-Embedder-Policy']]).toEqual(['require-corp', undefined])
})

test('a frame with a processor’s own fields has its own script, and preloads the processor’s', () => {
  const { card_key: _, ...common } = config

  const html = frameDocument(elementManifest, { ...common, connection: 'con_1', hosted: stripesScript })

  expect(configIn(html)).toEqual({ ...common, connection: 'con_1', hosted: stripesScript })
  expect(html).toContain('src="/assets/hosted-frame-1.js"')
  expect(html).toContain('<link rel="preload" as="script" href="https://js.stripe.com/endive/stripe.js">')
})
