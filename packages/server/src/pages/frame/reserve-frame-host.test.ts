import express from 'express'
import request from 'supertest'
import { describe, expect, test } from 'vitest'
import { apiHeaders } from '../../http/answers/api-headers.ts'
import { reserveFrameHost, type FrameHostOrigins } from './reserve-frame-host.ts'

const serving = (frameOrigin: string | null, publicUrl: string, trustsProxy = false, isNamed = true) => {
  const parts: FrameHostOrigins = { frameOrigin: () => frameOrigin, publicUrl: () => publicUrl, isNamed }
  const app = express().set('trust proxy', trustsProxy).use(apiHeaders, reserveFrameHost(parts))
  app.use((_request, response) => void response.send('served'))
  app.use(
    ((error, _request, response, _next) =>
      void response.status(error.status).send(error.message)) as express.ErrorRequestHandler,
  )
  return (host: string, path: string, headers: Record<string, string> = {}) =>
    request(app)
      .get(path)
      .set({ Host: host, ...headers })
}
const live = serving('https://cards.example', 'https://pay.example')

test.each([
  '/frame/4dd0aa3e',
  '/assets/card-frame-1.js',
  '/assets/messages/card-1/de.js',
  '/healthz',
  '/readyz',
  '/metrics',
])('the frame’s host serves %s', async (path) => {
  expect((await live('cards.example', path)).text).toBe('served')
})

test.each([
  '/',
  '/plans',
  '/checkout/4dd0aa3e',
  '/payments',
  '/docs',
  '/docs/start.js',
  '/openapi.json',
  '/actions/4dd0aa3e',
  '/billing-checkout.js',
  '/frames',
  '/Frame/1',
])('the frame’s host has no %s', async (path) => {
  const { status, text } = await live('cards.example', path)

  expect([status, text]).toEqual([
    404,
    'This host has the card frame and nothing else; the service is at https://pay.example.',
  ])
})

test.each(['pay.example', 'pay.internal:4242'])(
  '%s redirects to the frame, and serves everything else',
  async (host) => {
    const { status, headers } = await live(host, '/frame/4dd0aa3e?x=1')

    expect([status, headers['location']]).toEqual([303, 'https://cards.example/frame/4dd0aa3e'])
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'cross-origin-resource-policy': 'cross-origin' })
    expect((await live(host, '/plans')).text).toBe('served')
  },
)

test('a request is redirected only to the frame', async () => {
  for (const path of [
    '/frame//evil.example',
    '/frame/\\evil.example',
    '/frame/%2f%2fevil.example',
    '/frame/@evil.example',
  ])
    expect(new URL((await live('pay.example', path)).headers['location'] as string).origin).toBe(
      'https://cards.example',
    )
})

test('the frame’s host is recognised by name in any case and without a port; a port counts only if the names are equal', async () => {
  const mapped = serving('https://cards.example:8443', 'https://pay.example:8443')
  for (const host of ['cards.example', 'Cards.Example:8443']) expect((await mapped(host, '/plans')).status).toBe(404)

  const neighbour = serving('http://localhost:4243', 'http://localhost:4242')
  expect((await neighbour('localhost:4243', '/plans')).status).toBe(404)
  expect((await neighbour('localhost:4242', '/plans')).text).toBe('served')
})

test('a host that a proxy sends counts only if the proxy is trusted', async () => {
  const forwarded = { 'X-Forwarded-Host': 'cards.example' }
  const trusting = serving('https://cards.example', 'https://pay.example', true)

  expect((await trusting('127.0.0.1:4242', '/plans', forwarded)).status).toBe(404)
  expect((await live('pay.example', '/plans', forwarded)).text).toBe('served')
})

test('without a separate origin, the frame is served at the server’s address', async () => {
  const one = serving(null, 'https://pay.example')

  for (const path of ['/frame/4dd0aa3e', '/plans']) expect((await one('pay.example', path)).text).toBe('served')
})

describe('a sandbox’s second loopback name', () => {
  const sandbox = serving('http://127.0.0.1:4242', 'http://localhost:4242', false, false)
  const browser = 'text/html,application/xhtml+xml,*/*;q=0.8'

  test.each(['/plans', '/checkout/4dd0aa3e', '/openapi.json', '/billing-checkout.js'])(
    'serves programs that request %s',
    async (path) => {
      for (const [name, value] of [
        ['Accept', '*/*'],
        ['Accept', 'application/json'],
        ['Sec-Fetch-Dest', 'script'],
      ] as const)
        expect((await sandbox('127.0.0.1:4242', path, { [name]: value })).text).toBe('served')
    },
  )

  test.each([
    ['Accept', browser],
    ['Sec-Fetch-Dest', 'document'],
    ['Sec-Fetch-Dest', 'iframe'],
    ['Sec-Fetch-Dest', 'object'],
  ])('redirects every page except the frame if %s is %s', async (name, value) => {
    const headers = { [name]: value }
    for (const path of ['/', '/docs?a=1', '//evil.example/docs']) {
      const { status, headers: answered } = await sandbox('127.0.0.1:4242', path, headers)
      expect([status, answered['location']]).toEqual([303, `http://localhost:4242${path}`])
    }
    expect((await sandbox('127.0.0.1:4242', '/frame/4dd0aa3e', headers)).text).toBe('served')
  })
})
