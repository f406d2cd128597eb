import { expect, test } from 'vitest'
import { refuseForbiddenUrl } from './refuse-url.ts'

const live = { mode: 'live', allowed: [] } as const

test.each(['http://shop.example', 'https://localhost/', 'https://127.0.0.1/', 'https://[::1]/', 'https://0x7f.1/'])(
  'live mode refuses %s as an endpoint',
  (url) => {
    expect(() => refuseForbiddenUrl(url, live)).toThrow(/^url must/)
  },
)

test('an address that the operator allows is accepted', () => {
  expect(() => refuseForbiddenUrl('https://10.0.0.9/', { ...live, allowed: ['10.0.0.0/8'] })).not.toThrow()
})

const loopbacks = ['http://127.0.0.1:2019/stop', 'http://localhost:2019/', 'http://a.localhost/', 'http://[::1]/']

test.each(loopbacks)('a public sandbox refuses %s as an endpoint', (url) => {
  expect(() => refuseForbiddenUrl(url, { mode: 'sandbox', isPublic: true, allowed: [] })).toThrow(/^url must/)
})

test.each(loopbacks)('a sandbox on this machine accepts %s as an endpoint', (url) => {
  expect(() => refuseForbiddenUrl(url, { mode: 'sandbox', isPublic: false, allowed: [] })).not.toThrow()
})
