import { expect, test } from 'vitest'
import { isAllowedScriptSource } from './set-trusted-types-policy.ts'

const sources = ['https://js.stripe.com', 'https://*.js.stripe.com']

test.each(['https://js.stripe.com/endive/stripe.js', 'https://m.js.stripe.com/a.js', 'https://a.b.js.stripe.com/'])(
  'a script of %s may be loaded',
  (url) => {
    expect(isAllowedScriptSource(sources, url)).toBe(true)
  },
)

test.each([
  'https://js.stripe.com.evil.test/stripe.js',
  'https://evil.test/js.stripe.com',
  'http://js.stripe.com/stripe.js',
  'http://m.js.stripe.com/a.js',
  'https://m.js.stripe.com:8443/a.js',
  'https://evil-js.stripe.com/a.js',
  'data:text/javascript,alert(1)',
  '/stripe.js',
])('a script of %s may not be loaded', (url) => {
  expect(isAllowedScriptSource(sources, url)).toBe(false)
})
