import { beforeEach, describe, expect, test } from 'vitest'
import type { NewPasskey, PasskeyChallenge, PasskeyPurpose } from '#contract/index.ts'
import { removePasskeysOf } from '#server/credentials/passkeys/own-passkeys.ts'
import { openTestDatabase } from '../../support/databases/databases.ts'
import { addUser, cookieOf, type DashboardRequest } from '../../support/services/dashboard.ts'
import { password, sendFrom, type SignedIn } from '../../support/services/dashboard.ts'
import { SoftwareAuthenticator, type AuthenticatorFaults } from '../../support/services/software-authenticator.ts'
import { useService } from '../../support/services/use-service.ts'

describe('passkeys of users of the dashboard', () => {
  let offset = 0
  /** Each test uses its own network address, because tries are counted per network. */
  let network = 0
  beforeEach(() => void (network += 1))
  const wallClock = () => new Date(Date.now() + offset).toISOString()
  const service = useService(() => openTestDatabase('embedded'), {
    wallClock,
    publicHost: 'localhost',
    trustedProxies: ['loopback'],
  })
  const send = (method: string, path: string, { headers, ...asked }: DashboardRequest = {}) =>
    sendFrom(service, method, `/dashboard-session${path}`, {
      ...asked,
      headers: { 'X-Forwarded-For': `203.0.113.${network}`, ...headers },
    })
  const authenticator = () => new SoftwareAuthenticator(service.billing.publicUrl())
  const challenge = async (purpose: PasskeyPurpose, cookie?: string) =>
    (await send('POST', '/challenges', { body: { purpose }, ...(cookie && { cookie }) })).body as PasskeyChallenge
  const signIn = (body: object) => send('POST', '/with-passkey', { body })
  const refused = { status: 401, body: { error: { code: 'invalid_credentials' } } }

  /** A user with a passkey. */
  const withPasskey = async (): Promise<{ readonly user: SignedIn; readonly device: SoftwareAuthenticator }> => {
    const user = await addUser(service, { [service.organizationId]: 'admin' })
    const device = authenticator()
    const body = device.create(await challenge('add_passkey', user.cookie))
    expect((await send('POST', '/passkeys', { cookie: user.cookie, body })).status).toBe(201)
    return { user, device }
  }
  const listOf = async ({ cookie }: Pick<SignedIn, 'cookie'>) =>
    (await send('GET', '/passkeys', { cookie })).body.data as readonly { readonly id: string; readonly name: string }[]
  const auditOf = async ({ id }: SignedIn) => {
    const all = await service.database.db.selectFrom('auditEntries').selectAll().orderBy('id').execute()
    return all
      .filter(({ objectId }) => objectId === id)
      .map(({ who, what, before, after }) => ({ who, what, before, after }))
  }

  test('a user adds a passkey, signs in with it, renames and removes it, and the audit log has each step', async () => {
    const { user, device } = await withPasskey()
    const byPassword = await send('POST', '', { body: { email: user.email, password } })
    const answer = await signIn(device.prove(await challenge('sign_in')))
    const cookie = cookieOf(answer)
    const [added] = await listOf({ cookie })
    const path = `/passkeys/${added!.id}`
    const renamed = await send('PATCH', path, { cookie, body: { name: 'Key ring' } })
    const removed = await send('DELETE', path, { cookie })

    expect({ status: answer.status, user: answer.body.user.id }).toEqual({ status: 201, user: user.id })
    expect(answer.body.reauthenticated_until).not.toBe(null)
    expect(byPassword.status).toBe(201)
    expect(added).toMatchObject({ name: 'Laptop', last_used_at: expect.any(String) })
    expect(renamed.body.name).toBe('Key ring')
    expect(removed.status).toBe(200)
    expect(await listOf({ cookie })).toEqual([])
    expect(await signIn(device.prove(await challenge('sign_in')))).toMatchObject(refused)
    const passkey = added!.id
    expect(await auditOf(user)).toEqual([
      expect.objectContaining({ what: 'addPasskey', before: null, after: { passkey, name: 'Laptop' } }),
      expect.objectContaining({ what: 'signIn', after: { signed_in_at: expect.any(String) } }),
      expect.objectContaining({ what: 'signIn', after: { signed_in_at: expect.any(String) } }),
      {
        who: user.id,
        what: 'renamePasskey',
        before: { passkey, name: 'Laptop' },
        after: { passkey, name: 'Key ring' },
      },
      { who: user.id, what: 'removePasskey', before: { passkey, name: 'Key ring' }, after: null },
    ])
  })

  test('a user who removes a passkey is signed out everywhere else, because the device may be lost', async () => {
    const { user, device } = await withPasskey()
    const other = cookieOf(await signIn(device.prove(await challenge('sign_in'))))
    const [passkey] = await listOf(user)
    await send('DELETE', `/passkeys/${passkey!.id}`, { cookie: user.cookie })

    expect((await send('GET', '', { cookie: other })).status).toBe(401)
    expect((await send('GET', '', { cookie: user.cookie })).status).toBe(200)
  })

  test('the challenge of a sign-in reveals nothing about a user, and only its hash is stored', async () => {
    await withPasskey()
    const asked = await challenge('sign_in')
    const kept = await service.database.db.selectFrom('signInChallenges').selectAll().execute()

    expect(asked).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      relying_party_id: 'localhost',
      credentials: [],
      user: null,
      algorithms: [-8, -7, -257],
      expires_at: expect.any(String),
    })
    expect(kept.length).toBeGreaterThan(0)
    expect(JSON.stringify(kept)).not.toContain(asked.challenge)
  })

  test.each<readonly [string, AuthenticatorFaults]>([
    ['for another origin', { origin: 'https://attacker.example' }],
    ['for another port of the host', { origin: 'http://localhost:1' }],
    ['for another relying party', { relyingPartyId: 'attacker.example' }],
    ['of a challenge that is not ours', { challenge: 'A'.repeat(43) }],
    ['of a type that makes keys', { type: 'webauthn.create' }],
    ['without a verified user', { isUserVerified: false }],
    ['with a counter that went back', { counter: 1 }],
    ['without the name of the user', { userHandle: null }],
    ['in the name of another user', { userHandle: 'usr_018f0000-0000-7000-8000-000000000000' }],
  ])('a proof %s signs no user in', async (_, wrong) => {
    const { device } = await withPasskey()
    device.counter = 7
    expect((await signIn(device.prove(await challenge('sign_in')))).status).toBe(201)

    const answer = await signIn(device.prove(await challenge('sign_in'), wrong))
    expect({ ...answer, cookie: cookieOf(answer) }).toMatchObject({ ...refused, cookie: '' })
  })

  test('a proof that is sent twice is refused the second time, also at the same time', async () => {
    const { device } = await withPasskey()
    const proof = device.prove(await challenge('sign_in'))
    const answers = await Promise.all([signIn(proof), signIn(proof), signIn(proof)])
    const later = await signIn(proof)

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 401, 401])
    expect(later.status).toBe(401)
  })

  test('a challenge is valid for five minutes', async () => {
    const { device } = await withPasskey()
    const asked = await challenge('sign_in')
    offset = 301_000
    const late = await signIn(device.prove(asked))
    offset = 0

    expect(late).toMatchObject(refused)
  })

  test('a challenge for one purpose, or for one user, is not valid for another', async () => {
    const { user, device } = await withPasskey()
    const other = await addUser(service, { [service.organizationId]: 'admin' })
    const answers = [
      await signIn(device.prove(await challenge('reauthenticate', user.cookie))),
      await send('POST', '/reauthenticate-with-passkey', {
        cookie: user.cookie,
        body: device.prove(await challenge('sign_in')),
      }),
      await send('POST', '/passkeys', {
        cookie: other.cookie,
        body: authenticator().create(await challenge('add_passkey', user.cookie)),
      }),
    ]

    expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual(
      answers.map(() => [401, 'invalid_credentials']),
    )
    expect(await listOf(other)).toEqual([])
  })

  test('a passkey counts as a repeated password for ten minutes, but not that of another user', async () => {
    const { user, device } = await withPasskey()
    const stranger = await withPasskey()
    await service.database.db
      .updateTable('dashboardSessions')
      .set({ reauthenticatedAt: '2026-01-01T00:00:00.000Z' })
      .where('userId', '=', user.id)
      .execute()
    const { cookie } = user
    const prove = async (by: SoftwareAuthenticator) =>
      send('POST', '/reauthenticate-with-passkey', {
        cookie,
        body: by.prove(await challenge('reauthenticate', cookie)),
      })

    expect((await challenge('add_passkey', cookie)) as unknown).toMatchObject({
      error: { code: 'reauthentication_required' },
    })
    expect(await prove(stranger.device)).toMatchObject(refused)
    const right = await prove(device)
    expect(right.status).toBe(200)
    expect(right.body.reauthenticated_until).not.toBe(null)
    expect((await challenge('add_passkey', cookie)).credentials).toEqual([
      { id: device.credentialId, transports: ['internal'] },
    ])
  })

  test('a user neither sees, renames nor removes a passkey of another user', async () => {
    const { user } = await withPasskey()
    const other = await addUser(service, { [service.organizationId]: 'admin' })
    const [passkey] = await listOf(user)
    const path = `/passkeys/${passkey!.id}`
    const answers = [
      await send('PATCH', path, { cookie: other.cookie, body: { name: 'Mine' } }),
      await send('DELETE', path, { cookie: other.cookie }),
    ]

    expect(answers.map(({ status }) => status)).toEqual([404, 404])
    expect(await listOf(other)).toEqual([])
    expect(await listOf(user)).toEqual([passkey])
  })

  test.each<readonly [string, AuthenticatorFaults]>([
    ['for another origin', { origin: 'https://attacker.example' }],
    ['for another relying party', { relyingPartyId: 'attacker.example' }],
    ['of a challenge that is not ours', { challenge: 'A'.repeat(43) }],
    ['without a verified user', { isUserVerified: false }],
    ['of a type that proves', { type: 'webauthn.get' }],
    ['with a certificate, which the server would look up', { certificate: Buffer.alloc(40) }],
  ])('a new passkey %s is not stored', async (_, wrong) => {
    const { cookie } = await addUser(service, { [service.organizationId]: 'admin' })
    const body = authenticator().create(await challenge('add_passkey', cookie), wrong)

    expect(await send('POST', '/passkeys', { cookie, body })).toMatchObject(refused)
    expect(await listOf({ cookie })).toEqual([])
  })

  test('a passkey is stored once, and its id cannot be claimed for another key', async () => {
    const { user, device } = await withPasskey()
    const other = await addUser(service, {})
    const again = (cookie: string, body: NewPasskey) => send('POST', '/passkeys', { cookie, body })
    const own = await again(user.cookie, device.create(await challenge('add_passkey', user.cookie)))
    const foreign = device.create(await challenge('add_passkey', other.cookie))
    const claimed = authenticator().create(await challenge('add_passkey', other.cookie))

    expect(own.body.error.code).toBe('invalid_parameter')
    expect((await again(other.cookie, foreign)).body.error.code).toBe('invalid_parameter')
    expect(await again(other.cookie, { ...claimed, credential_id: device.credentialId })).toMatchObject(refused)
    expect((await signIn(device.prove(await challenge('sign_in'), { userHandle: user.id }))).status).toBe(201)
  })

  test('a disabled user cannot sign in with a passkey, and gets the answer of an unknown one', async () => {
    const { user, device } = await withPasskey()
    const stranger = authenticator()
    const { db } = service.database
    await db.updateTable('users').set({ disabledAt: wallClock() }).where('id', '=', user.id).execute()
    const disabled = await signIn(device.prove(await challenge('sign_in')))
    const unknown = await signIn(stranger.prove(await challenge('sign_in'), { userHandle: user.id }))

    expect(disabled).toMatchObject(refused)
    expect(unknown.body.error).toEqual({ ...disabled.body.error, request_id: expect.any(String) })
  })

  test('a user without a password cannot remove the last passkey, because no way to sign in would remain', async () => {
    const { user } = await withPasskey()
    const { db } = service.database
    await db.updateTable('users').set({ passwordHash: null }).where('id', '=', user.id).execute()
    const [first] = await listOf(user)
    const remove = (id: string) => send('DELETE', `/passkeys/${id}`, { cookie: user.cookie })

    expect(await remove(first!.id)).toMatchObject({ status: 409, body: { error: { code: 'last_sign_in_method' } } })
    const body = authenticator().create(await challenge('add_passkey', user.cookie))
    expect((await send('POST', '/passkeys', { cookie: user.cookie, body })).status).toBe(201)
    const ids = (await listOf(user)).map(({ id }) => id)
    const answers = await Promise.all(ids.map(remove))

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('the operator removes all passkeys of a lost device, and the user is signed out', async () => {
    const { user, device } = await withPasskey()
    const removed = await removePasskeysOf(service.database.db, user.email, wallClock())

    expect(removed).toEqual({ userId: user.id, removed: 1 })
    expect((await send('GET', '', { cookie: user.cookie })).status).toBe(401)
    expect(await signIn(device.prove(await challenge('sign_in')))).toMatchObject(refused)
    expect(await removePasskeysOf(service.database.db, 'no.one@example.com', wallClock())).toBe(undefined)
  })

  test('of twenty tries with one passkey from one network, ten a minute are verified', async () => {
    const { device } = await withPasskey()
    const answers: number[] = []
    for (let tries = 0; tries < 20; tries++) {
      const asked = { challenge: 'A'.repeat(43), relying_party_id: 'localhost' } as PasskeyChallenge
      answers.push((await signIn(device.prove(asked))).status)
    }

    expect(answers.filter((status) => status === 401)).toHaveLength(10)
    expect(answers.filter((status) => status === 429)).toHaveLength(10)
  })

  test('a request of another site, or with a key, opens no challenge', async () => {
    const body = { purpose: 'sign_in' }
    const foreign = await send('POST', '/challenges', { body, headers: { 'Sec-Fetch-Site': 'same-site' } })
    const withKey = await send('POST', '/challenges', { body, headers: { Authorization: `Bearer ${service.key}` } })

    expect([foreign.status, withKey.status]).toEqual([403, 403])
  })
})
