import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../../test/support/databases/databases.ts'
import { type ClientTokens, openClientTokens, clientTokenKeyKind } from './client-tokens.ts'
import { masterSecretOf } from './master-secret.ts'
import { openServerKeys } from './server-keys.ts'

const wall = '2026-11-21T12:00:00.000Z'
const masterSecret = masterSecretOf('a secret of more than thirty-two characters')
const session = {
  audience: 'checkout',
  organizationId: 'org_1',
  sessionId: '0b0e7f3e-93a2-4f9c-8f3c-6d1a1c0e2b11',
  ownOrigin: null,
} as const

let database: TestDatabase
let tokens: ClientTokens
beforeAll(async () => {
  database = await openTestDatabase('embedded')
  tokens = await openClientTokens(database.db, masterSecret, wall)
})
afterAll(() => database.close())

const issue = (notAfter = '2026-11-22T00:00:00.000Z') => tokens.issueClientToken({ ...session, wall, notAfter })
const refusalOf = (token: string, at = wall) => tokens.verifyClientToken(token, at).catch((error: unknown) => error)

test('a token contains the session that its bearer may pay', async () => {
  expect(await tokens.verifyClientToken(await issue(), wall)).toEqual(session)
})

test('a token is valid for 15 minutes', async () => {
  const token = await issue()

  expect(await tokens.verifyClientToken(token, '2026-11-21T12:14:59.000Z')).toEqual(session)
  expect(await refusalOf(token, '2026-11-21T12:15:00.000Z')).toMatchObject({ code: 'expired_credentials' })
})

test('a token never outlives its session', async () => {
  const token = await issue('2026-11-21T12:01:00.000Z')

  expect(await refusalOf(token, '2026-11-21T12:01:00.000Z')).toMatchObject({ code: 'expired_credentials' })
})

test('a session that requests another token within a minute gets the same one, and a new one after that', async () => {
  const asked = { ...session, sessionId: 'asks again', notAfter: '2026-11-22T00:00:00.000Z' }
  const [first, same, next] = [
    await tokens.issueClientToken({ ...asked, wall }),
    await tokens.issueClientToken({ ...asked, wall: '2026-11-21T12:00:59.000Z' }),
    await tokens.issueClientToken({ ...asked, wall: '2026-11-21T12:01:00.000Z' }),
  ]

  expect([same === first, next === first]).toEqual([true, false])
  expect(await tokens.verifyClientToken(next, '2026-11-21T12:15:59.000Z')).toMatchObject({ sessionId: 'asks again' })
})

test('a new token is made if the session now ends sooner, or if the clock was set back', async () => {
  const asked = { ...session, sessionId: 'ends sooner' }
  const first = await tokens.issueClientToken({ ...asked, wall, notAfter: '2026-11-22T00:00:00.000Z' })
  const shorter = await tokens.issueClientToken({ ...asked, wall, notAfter: '2026-11-21T12:14:59.000Z' })
  const earlier = await tokens.issueClientToken({
    ...asked,
    wall: '2026-11-21T11:59:50.000Z',
    notAfter: '2026-11-22T00:00:00.000Z',
  })

  expect(new Set([first, shorter, earlier]).size).toBe(3)
  expect(await refusalOf(shorter, '2026-11-21T12:14:59.000Z')).toMatchObject({ code: 'expired_credentials' })
})

test('a token is never issued to another session', async () => {
  const notAfter = '2026-11-22T00:00:00.000Z'
  const token = await tokens.issueClientToken({ ...session, wall, notAfter })
  const others = [
    { ...session, sessionId: 'another' },
    { ...session, organizationId: 'org_2' },
    { ...session, audience: 'portal' as const },
    { ...session, ownOrigin: 'https://pay.example' },
  ]

  for (const other of others) {
    const theirs = await tokens.issueClientToken({ ...other, wall, notAfter })
    expect(theirs).not.toBe(token)
    expect(await tokens.verifyClientToken(theirs, wall)).toEqual(other)
  }
})

test('servers on the same database trust each other’s tokens', async () => {
  const other = await openClientTokens(database.db, masterSecret, wall)

  expect(await other.verifyClientToken(await issue(), wall)).toEqual(session)
})

test('a changed token is refused', async () => {
  const [header, payload, signature] = (await issue()).split('.')
  const forged = Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(payload!, 'base64url').toString()), sub: 'x' }))

  expect(await refusalOf(`${header}.${forged.toString('base64url')}.${signature}`)).toMatchObject({
    code: 'invalid_credentials',
  })
})

test.each([
  [
    'it is not signed',
    () => new UnsecuredJWT({ org: 'org_1', sub: 's' }).setAudience('checkout').setExpirationTime('1h').encode(),
  ],
  [
    'another key has signed it',
    () =>
      new SignJWT({ org: 'org_1' })
        .setProtectedHeader({ alg: 'HS256', kid: 'x' })
        .setSubject('s')
        .setAudience('checkout')
        .sign(new Uint8Array(32)),
  ],
  ['it is not a token', () => 'a.b.c'],
])('a token is refused if %s', async (_, make) => {
  expect(await refusalOf(await make())).toMatchObject({ code: 'invalid_credentials' })
})

test('a token that the same key signed for another audience is refused', async () => {
  const keys = await openServerKeys(database.db, masterSecret, clientTokenKeyKind, wall)
  const { kid, privateKey } = await keys.current(wall)
  const tokenFor = (audience: string) =>
    new SignJWT({ org: session.organizationId })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', kid })
      .setAudience(audience)
      .setSubject(session.sessionId)
      .setExpirationTime(new Date('2026-11-21T12:15:00.000Z'))
      .sign(privateKey)

  expect(await tokens.verifyClientToken(await tokenFor('checkout'), wall)).toEqual(session)
  expect(await refusalOf(await tokenFor('dashboard'))).toMatchObject({ code: 'invalid_credentials' })
})

test('with another master secret the server refuses to start and says why', async () => {
  const opened = openClientTokens(database.db, masterSecretOf('another secret of more than thirty-two'), wall)

  await expect(opened).rejects.toThrow('SECRET_KEY is not the one this database was set up with')
})
