import { expect, test } from 'vitest'
import { frameOriginOf } from './frame-origin-of.ts'

const anywhere = { frameOrigin: null, mode: 'sandbox', host: '127.0.0.1', publicUrl: null } as const

test.each([
  ['a sandbox as it starts', anywhere, 'http://localhost:4242', 'http://127.0.0.1:4242'],
  [
    'a sandbox whose port is mapped',
    { ...anywhere, host: '0.0.0.0', publicUrl: 'http://localhost' },
    'http://localhost',
    'http://127.0.0.1',
  ],
  [
    'a sandbox whose second name is the dashboard’s',
    { ...anywhere, dashboardOrigin: 'http://127.0.0.1:4242' },
    'http://localhost:4242',
    null,
  ],
  ['a sandbox for others, without a name', { ...anywhere, host: '0.0.0.0' }, 'http://localhost:4242', null],
  ['a sandbox on IPv6 alone', { ...anywhere, host: '::1' }, 'http://localhost:4242', null],
  [
    'a sandbox behind a certificate of localhost',
    { ...anywhere, publicUrl: 'https://localhost:8443' },
    'https://localhost:8443',
    null,
  ],
  ['a sandbox behind a tunnel', { ...anywhere, publicUrl: 'https://a.example' }, 'https://a.example', null],
  ['a live server', { ...anywhere, mode: 'live' }, 'http://localhost:4242', null],
  [
    'a setting',
    { ...anywhere, mode: 'live', frameOrigin: 'https://cards.example' },
    'https://a.example',
    'https://cards.example',
  ],
  [
    'a setting that equals the server’s address',
    { ...anywhere, frameOrigin: 'https://a.example' },
    'https://a.example',
    null,
  ],
  ['no separate origin', { ...anywhere, frameOrigin: 'none' }, 'http://localhost:4242', null],
] as const)('%s', (_, config, url, origin) => {
  expect(frameOriginOf(config, url)).toBe(origin)
})
