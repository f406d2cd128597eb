import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../../../test/support/databases/databases.ts'
import { describeProxy, findProxyWarnings, untrustedProxy } from './proxy-warnings.ts'

const wall = '2026-11-21T12:00:00.000Z'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase('embedded')
})
afterAll(() => database.close())

test.each([
  ['https', 'https://pay.example', [], 1],
  ['https behind a trusted proxy', 'https://pay.example', ['loopback'], 0],
  ['http', 'http://pay.example', [], 0],
  ['no separate address', null, [], 0],
])('%s: warnings %#', async (_, publicUrl, trustedProxies, count) => {
  expect(await findProxyWarnings({ publicUrl, trustedProxies }, database.db, wall)).toHaveLength(count)
})

test('the warning about a proxy’s header says that it is uncertain, because a stranger can forge the header', async () => {
  await database.db
    .insertInto('operatorWarnings')
    .values({ name: untrustedProxy, detail: describeProxy('203.0.113.9'), seenAt: wall })
    .execute()

  const warnings = await findProxyWarnings({ publicUrl: null, trustedProxies: [] }, database.db, wall)

  expect(warnings).toEqual([{ message: expect.stringContaining('a public address'), isCertain: false }])
})

test.each([
  ['10.1.2.3', '10.1.2.3'],
  ['::ffff:172.17.0.1', '172.17.0.1'],
  ['fd00::2', 'fd00::2'],
  ['203.0.113.9', 'a public address'],
  ['2001:db8::1', 'a public address'],
])('a proxy at %s is stored as %s', (address, noted) => {
  expect(describeProxy(address)).toBe(noted)
})
