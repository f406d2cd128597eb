import type { Request } from 'express'
import { expect, test } from 'vitest'
import type { HostedPagesDependencies } from '../hosted/hosted-router.ts'
import { portalCookieOfForm } from './portal-cookie.ts'

const parts = { pagesKey: Buffer.alloc(32, 1) } as unknown as HostedPagesDependencies
const browser = 'a'.repeat(40)

test.each([
  ['a link', { browser }, '0e049eaae6dfcd8ba59b37297652142ef0557f12'],
  ['a link and a chosen account', { browser, account: 'cus_1' }, '567674fc5f00bed16649b800d30a630dd43dc87b'],
])('servers of every version derive the same cookie from the form of %s', (_, body, cookie) => {
  expect(portalCookieOfForm(parts, { path: '/portal/open/x', body } as Request)).toBe(cookie)
})
