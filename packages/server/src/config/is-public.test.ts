import { expect, test } from 'vitest'
import { isPublic, isSecureUrl } from './is-public.ts'

test.each([
  [null, '127.0.0.1', false],
  [null, 'localhost', false],
  [null, '::1', false],
  [null, '0.0.0.0', true],
  [null, '::', true],
  [null, '10.1.2.3', true],
  ['http://localhost:4242', '0.0.0.0', false],
  ['http://127.0.0.1:4242', '127.0.0.1', false],
  ['http://[::1]:4242', '::', false],
  ['https://pay.example', '127.0.0.1', true],
  ['http://192.168.1.9:4242', '0.0.0.0', true],
])('PUBLIC_URL %s with HOST %s: public is %s', (publicUrl, host, expected) => {
  expect(isPublic({ publicUrl, host })).toBe(expected)
})

test.each([
  ['https://id.example/path', true],
  ['http://localhost:8080', true],
  ['http://[::1]:8080', true],
  ['http://id.example', false],
  ['http://10.1.2.3', false],
  ['ftp://localhost', false],
])('other machines cannot read what is sent to %s: %s', (url, expected) => {
  expect(isSecureUrl(url)).toBe(expected)
})
