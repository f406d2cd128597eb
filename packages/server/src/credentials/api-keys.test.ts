import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../../test/support/databases/databases.ts'
import { updateOrganization } from '../organization/organizations.ts'
import { hintOfApiKey, mintApiKeyText, modeOfApiKey } from './api-key-text.ts'
import { type ApiKeys, openApiKeys } from './api-keys.ts'
import { masterSecretOf } from './master-secret.ts'

const wall = '2026-11-21T12:00:00.000Z'
const later = '2026-11-21T13:00:00.000Z'
const masterSecret = masterSecretOf('a secret of more than thirty-two characters')

let database: TestDatabase
let keys: ApiKeys
beforeAll(async () => {
  database = await openTestDatabase('embedded')
  keys = openApiKeys(database.db, masterSecret, 'sandbox')
  await database.db
    .insertInto('organizations')
    .values({ id: 'org_1', name: 'One', settings: '{}', createdAt: wall, updatedAt: wall })
    .execute()
})
afterAll(() => database.close())

const refusalOf = (text: string, at = wall) => keys.authenticate(text, at).catch((error: unknown) => error)

test('a key shows its mode and has a checksum against typing errors', () => {
  const key = mintApiKeyText('sandbox')

  expect(key).toMatch(/^sk_sandbox_[0-9A-Za-z]{34}$/)
  expect(modeOfApiKey(key)).toBe('sandbox')
  expect(modeOfApiKey(mintApiKeyText('live'))).toBe('live')
  for (let at = 0; at < key.length; at += 1) {
    const typo = key.slice(0, at) + (key[at] === 'x' ? 'y' : 'x') + key.slice(at + 1)
    expect(modeOfApiKey(typo)).toBeUndefined()
  }
})

test('a thousand generated keys are all different', () => {
  expect(new Set(Array.from({ length: 1000 }, () => mintApiKeyText('live'))).size).toBe(1000)
})

test('a key returns its organization with the settings, and its scopes', async () => {
  const { key, id } = await keys.create('org_1', { scopes: { payments: 'write' }, wall })

  const { organization, principal } = await keys.authenticate(key, wall)

  expect(organization).toMatchObject({ id: 'org_1', name: 'One', settings: { allowed_origins: null } })
  expect(principal).toEqual({ kind: 'merchant', keyId: id, scopes: { payments: 'write' } })
})

test('the text of a key is stored nowhere', async () => {
  const { key } = await keys.create('org_1', { scopes: null, wall })

  const rows = await database.db.selectFrom('apiKeys').selectAll().execute()

  const kept = JSON.stringify(rows) + rows.map((row) => Buffer.from(row.secretHash).toString('latin1')).join()
  expect(kept).not.toContain(key)
  expect(kept).toContain(hintOfApiKey(key))
})

test.each([
  ['nonsense', 'This is not an API key'],
  [`sk_sandbox_${'0'.repeat(34)}`, 'This is not an API key'],
  [mintApiKeyText('sandbox'), 'This API key is unknown.'],
  [mintApiKeyText('live'), 'This is a live key, and this server runs in sandbox mode.'],
])('a wrong key is refused with a helpful sentence', async (text, sentence) => {
  expect(await refusalOf(text)).toMatchObject({
    code: 'invalid_credentials',
    message: expect.stringContaining(sentence),
  })
})

test('a revoked key is refused from that moment on', async () => {
  const { key, id } = await keys.create('org_1', { scopes: null, wall })
  await keys.authenticate(key, wall)

  const revoked = await keys.revoke('org_1', id, wall)

  expect(revoked).toMatchObject({ id, revokedAt: wall })
  expect(await refusalOf(key)).toMatchObject({ code: 'invalid_credentials' })
})

test('a change that another process makes to a key or its organization counts within a second', async () => {
  const { key, id } = await keys.create('org_1', { scopes: null, wall })
  await keys.authenticate(key, wall)

  await openApiKeys(database.db, masterSecret, 'sandbox').revoke('org_1', id, wall)

  expect(await refusalOf(key, '2026-11-21T12:00:01.000Z')).toMatchObject({ code: 'invalid_credentials' })
})

test('a change of an organization counts at once in the process that makes it', async () => {
  const { key } = await keys.create('org_1', { scopes: null, wall })
  await keys.authenticate(key, wall)

  await updateOrganization(database.db, 'org_1', { settings: { price_rounding: 'whole' } }, wall)

  expect((await keys.authenticate(key, wall)).organization.settings.price_rounding).toBe('whole')
})

test('a rotated key still works until its overlap ends, and its successor has the same scopes', async () => {
  const old = await keys.create('org_1', { scopes: { plans: 'read' }, wall })

  const fresh = await keys.rotate('org_1', old.id, { overlapSeconds: 3600, wall })

  expect((await keys.authenticate(fresh!.key, later)).principal.scopes).toEqual({ plans: 'read' })
  expect((await keys.authenticate(old.key, wall)).principal.keyId).toBe(old.id)
  expect(await refusalOf(old.key, later)).toMatchObject({ code: 'expired_credentials' })
})

test('a key of another organization can be neither revoked nor rotated', async () => {
  const { key, id } = await keys.create('org_1', { scopes: null, wall })

  expect(await keys.revoke('org_2', id, wall)).toBeUndefined()
  expect(await keys.rotate('org_2', id, { overlapSeconds: 0, wall })).toBeUndefined()
  expect((await keys.authenticate(key, wall)).principal.keyId).toBe(id)
})

test('keys are listed without their text', async () => {
  const listed = await keys.list('org_1')

  expect(listed.length).toBeGreaterThan(0)
  expect(Object.keys(listed[0]!)).toEqual(['id', 'hint', 'name', 'scopes', 'createdAt', 'expiresAt', 'revokedAt'])
})
