import { expect, test } from 'vitest'
import { organizationSettings } from '../../organization/settings.ts'
import { frameAncestorsOf, embeddingOriginsOf } from './embedding-origins.ts'

const organizationWith = (allowed_origins: string[] | null) => ({
  id: 'org_1',
  name: 'Lantern Books',
  settings: organizationSettings.parse({ allowed_origins }),
})

test('in a public sandbox without a list, our own page and pages on the shop’s machine can embed the frame', () => {
  const parents = embeddingOriginsOf(organizationWith(null), 'sandbox', 'https://pay.example')

  expect(parents).toContain('https://pay.example')
  expect(parents).toContain('http://localhost:*')
  expect(frameAncestorsOf(parents)).toBe(
    'http://localhost:* http://127.0.0.1:* https://localhost:* https://127.0.0.1:* https://pay.example',
  )
})

test.each([
  ['sandbox', ['https://shop.example'], ['https://shop.example', 'https://pay.example']],
  ['live', null, ['https://pay.example']],
] as const)('in %s with the list %j, our own page can also embed the frame', (mode, listed, parents) => {
  expect(embeddingOriginsOf(organizationWith(listed && [...listed]), mode, 'https://pay.example')).toEqual(parents)
})

test('at an IPv6 address the policy says `self`, because it cannot name the address', () => {
  const parents = embeddingOriginsOf(organizationWith(['https://shop.example']), 'sandbox', 'http://[::1]:3000')

  expect(parents).toContain('http://[::1]:3000')
  expect(frameAncestorsOf(parents)).toBe("https://shop.example 'self'")
  expect(frameAncestorsOf(['http://[::1]:8080'])).toBe("'none'")
})

test('a session that no page of ours shows allows only the pages of the list', () => {
  expect(embeddingOriginsOf(organizationWith(null), 'sandbox', null)).toBeNull()
  expect(embeddingOriginsOf(organizationWith(null), 'live', null)).toEqual([])
  expect(embeddingOriginsOf(organizationWith(['https://shop.example']), 'live', null)).toEqual(['https://shop.example'])
})
