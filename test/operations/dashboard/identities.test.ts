import { afterAll, beforeEach, expect, test } from 'vitest'
import { IdentityProviderUnavailable } from '#server/credentials/identities/identity-provider.ts'
import { openIdProvider } from '#server/credentials/identities/open-id-provider.ts'
import { issuePasswordLink, acceptLink } from '#server/credentials/users/accept-link.ts'
import { hashToken, mintToken } from '#server/credentials/secret-tokens.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { browserAt, secretOf } from '../../support/services/browser-at-issuer.ts'
import { addUser, cookieOf, sendFrom, type SignedIn } from '../../support/services/dashboard.ts'
import { type IssuerLies, type SoftwareIssuer, startSoftwareIssuer } from '../../support/services/software-issuer.ts'
import { useService } from '../../support/services/use-service.ts'

const neutral = 'The identity provider did not sign you in here: you need an invitation, or another way to sign in.'

describeEachDatabase('signing in at an identity provider', (open) => {
  let issuer: SoftwareIssuer
  let network = 0
  const wallClock = () => new Date().toISOString()
  const service = useService(open, async () => {
    issuer = await startSoftwareIssuer()
    const identityProvider = openIdProvider(issuer.settings, { wallClock, timeoutSeconds: 1 })
    return { identityProvider, trustedProxies: ['loopback'] }
  })
  const browser = browserAt(
    service,
    () => issuer,
    () => network,
  )
  afterAll(() => issuer.close())
  beforeEach(() => {
    network += 1
    issuer.lies = {}
    issuer.person = { sub: 'no one' }
  })

  const refused = { status: 401, body: { error: { code: 'invalid_credentials', message: neutral } } }
  const reasons = () =>
    service.logged
      .map((line) => JSON.parse(line) as { readonly msg: string; readonly reason?: string })
      .filter(({ msg }) => msg === 'a sign-in by identity was refused')
      .map(({ reason }) => reason)
  const linkOf = (id: string) =>
    service.database.db.selectFrom('userIdentities').selectAll().where('userId', '=', id).executeTakeFirst()
  const becomes = ({ id, email }: SignedIn) =>
    void (issuer.person = { sub: `subject of ${id}`, email, email_verified: true, name: 'Mina at the issuer' })
  const linkedUser = async () => {
    const user = await addUser(service, { [service.organizationId]: 'admin' })
    becomes(user)
    expect((await browser.signIn()).status).toBe(201)
    return user
  }
  const openInvitation = async (email: string, organizationId = service.organizationId) => {
    const token = mintToken()
    await service.database.db
      .insertInto('userTokens')
      .values({
        id: `inv_${token}`,
        tokenHash: hashToken(token),
        kind: 'invitation',
        userId: null,
        email,
        invitedTo: organizationId,
        role: 'support',
        createdAt: wallClock(),
        expiresAt: new Date(Date.now() + 60_000).toISOString(),
      })
      .execute()
    return token
  }
  const auditOf = async (id: string, what: string) => {
    const all = await service.database.db.selectFrom('auditEntries').selectAll().orderBy('id').execute()
    return all
      .filter((entry) => entry.objectId === id && entry.what === what)
      .map(({ before, after }) => ({ before, after }))
  }

  test('a user is linked by their verified address once, and gets the session that a password opens', async () => {
    const user = await addUser(service, { [service.organizationId]: 'admin' })
    becomes(user)
    issuer.person = { ...issuer.person, email: user.email.toUpperCase() }
    const answer = await browser.signIn()
    const session = await browser.send('GET', '', { cookie: cookieOf(answer) })

    expect(answer.headers.getSetCookie()[1]).toMatch(
      /^billing_dashboard=[0-9a-f]{40}; Max-Age=43200; Path=\/; Expires=.+; HttpOnly; SameSite=Strict$/,
    )
    expect(session.body).toMatchObject({
      user: { id: user.id, email: user.email },
      identity_provider: 'Tea Company',
      reauthenticated_until: expect.any(String),
    })
    const identity = { issuer: issuer.settings.issuer, subject: issuer.person.sub }
    expect(await linkOf(user.id)).toMatchObject(identity)
    expect(await auditOf(user.id, 'linkIdentity')).toEqual([{ before: null, after: { identity } }])
    await browser.send('DELETE', '', { cookie: cookieOf(answer) })
    expect((await browser.send('GET', '', { cookie: cookieOf(answer) })).status).toBe(401)
  })

  test('the provider is asked for a code with PKCE, state and nonce, and the database keeps none of them', async () => {
    const begun = await browser.begin('sign_in')
    const { searchParams } = new URL(begun.body.url)
    const stored = JSON.stringify(await service.database.db.selectFrom('signInChallenges').selectAll().execute())

    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'billing',
      response_type: 'code',
      redirect_uri: `${service.url}/dashboard/callback`,
      scope: 'openid email profile',
      state: begun.body.state,
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    expect(begun.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^billing_dashboard_identity=[\w-]{43}; Max-Age=600; Path=\/; Expires=.+; HttpOnly; SameSite=Strict$/,
      ),
    ])
    for (const secret of [secretOf(begun), begun.body.state, searchParams.get('nonce')!])
      expect(stored).not.toContain(secret)
  })

  test('afterwards the subject alone counts, whatever the address at the provider becomes', async () => {
    const user = await linkedUser()
    const { sub } = issuer.person
    issuer.person = { sub, email: 'moved@example.com', email_verified: false }
    const moved = await browser.signIn()
    issuer.person = { sub: 'another person', email: user.email, email_verified: true }
    const successor = await browser.signIn()

    expect(moved.body.user).toMatchObject({ id: user.id, email: user.email })
    expect(successor).toMatchObject(refused)
    expect(reasons().at(-1)).toContain('another subject')
    expect(await linkOf(user.id)).toMatchObject({ subject: sub })
  })

  test.each<readonly [string, IssuerLies, string]>([
    ['with a wrong nonce', { claims: { nonce: 'another' } }, 'nonce'],
    ['without a nonce', { claims: { nonce: undefined } }, 'nonce'],
    ['for another client', { claims: { aud: 'another client' } }, 'aud'],
    ['of another issuer', { claims: { iss: 'https://issuer.example' } }, 'iss'],
    ['that has expired', { claims: { iat: 1_700_000_000, exp: 1_700_000_300 } }, 'exp'],
    ['without a subject', { claims: { sub: undefined } }, 'sub'],
    ['without a signature', { signature: 'none' }, 'alg'],
    ['signed by another key', { signature: 'by another key' }, 'signature'],
    ['signed by the client secret', { signature: 'by the client secret' }, 'alg'],
    ['whose userinfo is of another subject', { userinfo: { sub: 'another' } }, 'sub'],
    ['with an unverified address', { claims: { email_verified: false } }, 'verified address'],
    ['with an address that is verified in words', { claims: { email_verified: 'true' } }, 'verified address'],
  ])('an ID token %s signs no user in and links none', async (_, lies, reason) => {
    const user = await addUser(service, { [service.organizationId]: 'admin' })
    becomes(user)
    issuer.lies = lies
    const answer = await browser.signIn()

    expect({ ...answer, cookie: cookieOf(answer) }).toMatchObject({ ...refused, cookie: '' })
    expect(reasons().at(-1)).toContain(reason)
    expect(await linkOf(user.id)).toBe(undefined)
  })

  test('an address that is in userinfo alone counts if its subject is the same', async () => {
    const user = await addUser(service, {})
    becomes(user)
    issuer.lies = { userinfo: {} }

    expect((await browser.signIn()).body.user.id).toBe(user.id)
  })

  test('an address that only looks like the one of a user is refused', async () => {
    const user = await addUser(service, {})
    becomes(user)
    issuer.person = { ...issuer.person, email: user.email.replace('usr', 'ｕsr') }

    expect(await browser.signIn()).toMatchObject(refused)
    expect(reasons().at(-1)).toContain('resembles')
  })

  test('no account is made by signing in alone', async () => {
    issuer.person = { sub: 'stranger', email: 'stranger@example.com', email_verified: true }

    expect(await browser.signIn()).toMatchObject(refused)
    expect(reasons().at(-1)).toBe('no user and no open invitation has the address')
    const users = await service.database.db.selectFrom('users').select('email').execute()
    expect(users.map(({ email }) => email)).not.toContain('stranger@example.com')
  })

  test('an invited person becomes a user with the role of the invitation, which is used up', async () => {
    const email = `ada-${mintToken()}@example.com`
    await openInvitation(email)
    issuer.person = { sub: email, email, email_verified: true, name: 'Ada' }
    const first = await browser.signIn()
    const again = await browser.signIn()

    expect(first.body).toMatchObject({ user: { email, name: 'Ada' }, organizations: [{ role: 'support' }] })
    expect(again.body.user.id).toBe(first.body.user.id)
    const left = await service.database.db.selectFrom('userTokens').select('id').where('email', '=', email).execute()
    expect(left).toEqual([])
  })

  test('an expired invitation lets no person in', async () => {
    const email = `late-${mintToken()}@example.com`
    const token = await openInvitation(email)
    await service.database.db
      .updateTable('userTokens')
      .set({ expiresAt: '2026-01-01T00:00:00.000Z' })
      .where('tokenHash', '=', hashToken(token))
      .execute()
    issuer.person = { sub: email, email, email_verified: true }

    expect(await browser.signIn()).toMatchObject(refused)
  })

  test('a user joins another organization by its invitation only, and not by signing in', async () => {
    const user = await linkedUser()
    const { organizationId } = await service.addOrganization('Kettle Teas')
    const invitation = await openInvitation(user.email, organizationId)
    const foreign = await openInvitation('someone.else@example.com', organizationId)
    const without = await browser.signIn()
    const withForeign = await browser.signIn({ invitation: foreign })
    const withOwn = await browser.signIn({ invitation })
    const again = await browser.signIn({ invitation })

    expect(without.body.organizations).toHaveLength(1)
    expect(withForeign).toMatchObject(refused)
    expect(withOwn.body.organizations.map(({ id }: { readonly id: string }) => id)).toContain(organizationId)
    expect(again).toMatchObject(refused)
  })

  test('a linked user whose address at the provider has changed accepts no invitation of the new address', async () => {
    const user = await linkedUser()
    const { organizationId } = await service.addOrganization('Other Teas')
    const email = `next-${mintToken()}@example.com`
    const invitation = await openInvitation(email, organizationId)
    issuer.person = { ...issuer.person, email }

    expect(await browser.signIn({ invitation })).toMatchObject(refused)
    expect((await browser.send('GET', '', { cookie: user.cookie })).body.organizations).toHaveLength(1)
  })

  test('a disabled user is refused, linked or not', async () => {
    const linked = await linkedUser()
    const { db } = service.database
    await db.updateTable('users').set({ disabledAt: wallClock() }).where('id', '=', linked.id).execute()
    expect(await browser.signIn()).toMatchObject(refused)
    const other = await addUser(service, {})
    await db.updateTable('users').set({ disabledAt: wallClock() }).where('id', '=', other.id).execute()
    becomes(other)

    expect(await browser.signIn()).toMatchObject(refused)
    expect(reasons().slice(-2)).toEqual(['the user is disabled', 'the user is disabled'])
    expect(await linkOf(other.id)).toBe(undefined)
  })

  test('what another browser brings, a used answer and a refusal of the provider sign no user in', async () => {
    const user = await addUser(service, {})
    becomes(user)
    const [victim, attacker] = [await browser.visit(), await browser.visit()]
    const crossed = await browser.finish({ secret: victim.secret, query: attacker.query })
    const withoutCookie = await browser.finish({ secret: '', query: attacker.query })
    const right = await browser.finish(attacker)
    const twice = await browser.finish(attacker)
    issuer.lies = { error: 'access_denied' }
    const denied = await browser.signIn()

    for (const answer of [crossed, withoutCookie, twice, denied]) expect(answer).toMatchObject(refused)
    expect(right.status).toBe(201)
  })

  test('an answer to confirm signs no user in, and one to sign in confirms nothing', async () => {
    const user = await linkedUser()
    const toConfirm = await browser.visit('reauthenticate', user.cookie)
    const toSignIn = await browser.visit()

    expect(await browser.finish(toConfirm)).toMatchObject(refused)
    expect(await browser.confirm(toSignIn, user.cookie)).toMatchObject(refused)
  })

  test('a new proof at the provider confirms who the user is, but not one that the provider remembers', async () => {
    const user = await linkedUser()
    const { db } = service.database
    const age = () =>
      db
        .updateTable('dashboardSessions')
        .set({ reauthenticatedAt: '2026-01-01T00:00:00.000Z' })
        .where('userId', '=', user.id)
        .execute()
    const session = async () => (await browser.send('GET', '', { cookie: user.cookie })).body.reauthenticated_until
    await age()
    const { searchParams } = new URL((await browser.begin('reauthenticate', user.cookie)).body.url)
    for (const auth_time of [Math.floor(Date.now() / 1000) - 3600, undefined]) {
      issuer.lies = { claims: { auth_time } }
      expect(await browser.confirm(await browser.visit('reauthenticate', user.cookie), user.cookie)).toMatchObject(
        refused,
      )
    }
    expect(await session()).toBe(null)
    issuer.lies = {}
    const confirmed = await browser.confirm(await browser.visit('reauthenticate', user.cookie), user.cookie)

    expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '0'])
    expect(confirmed.status).toBe(200)
    expect(await session()).not.toBe(null)
    issuer.person = { sub: 'a colleague', email: user.email, email_verified: true }
    const colleague = await browser.visit('reauthenticate', user.cookie)
    expect(await browser.confirm(colleague, user.cookie)).toMatchObject(refused)
  })

  test.each<readonly [string, NonNullable<IssuerLies['answers']>]>([
    ['fails', { status: 500, body: 'broken' }],
    ['answers a page', { status: 200, body: '<html>Maintenance</html>' }],
    ['answers JSON that is cut off', { status: 200, body: '{"issuer":', type: 'application/json' }],
    ['is slow', { status: 200, body: '{}', type: 'application/json', after: 2500 }],
  ])('a provider that %s is unavailable, and a password still signs in', async (_, answers) => {
    const user = await addUser(service, {})
    becomes(user)
    const brought = await browser.visit()
    issuer.lies = { answers }
    const provider = openIdProvider(issuer.settings, { wallClock, timeoutSeconds: 1 })

    await expect(provider.discover()).rejects.toThrow()
    expect(await browser.finish(brought)).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } })
    const byPassword = { email: user.email, password: 'correct horse battery staple' }
    expect((await browser.send('POST', '', { body: byPassword })).status).toBe(201)
  })

  test('a provider whose metadata is that of another one, or of none, is unavailable', async () => {
    const keys = { state: 's', nonce: 'n', codeVerifier: 'v', redirectUri: `${service.url}/dashboard/callback` }
    for (const metadata of [{}, { issuer: 'https://issuer.example' }]) {
      issuer.lies = { answers: { status: 200, body: JSON.stringify(metadata), type: 'application/json' } }
      const provider = openIdProvider(issuer.settings, { wallClock, timeoutSeconds: 1 })

      const answers = [
        provider.discover(),
        provider.authorizationUrl({ ...keys, isReauthentication: false }),
        provider.verifyAnswer({ ...keys, query: 'code=1&state=s' }),
      ]
      for (const answer of answers) await expect(answer).rejects.toThrow(IdentityProviderUnavailable)
    }
  })

  test('a user removes the link, is signed out elsewhere, and is linked again at the next sign-in', async () => {
    const user = await linkedUser()
    const other = cookieOf(await browser.signIn())
    const { body } = await browser.send('GET', '/identity', { cookie: user.cookie })
    const removed = await browser.send('DELETE', '/identity', { cookie: user.cookie })

    expect(body.identity).toMatchObject({ issuer: issuer.settings.issuer, subject: issuer.person.sub })
    expect([removed.status, await linkOf(user.id)]).toEqual([200, undefined])
    expect((await browser.send('GET', '', { cookie: other })).status).toBe(401)
    expect((await browser.send('GET', '', { cookie: user.cookie })).status).toBe(200)
    expect((await browser.send('DELETE', '/identity', { cookie: user.cookie })).status).toBe(404)
    const identity = { issuer: issuer.settings.issuer, subject: issuer.person.sub }
    expect(await auditOf(user.id, 'removeIdentity')).toEqual([{ before: { identity }, after: { identity: null } }])
    expect((await browser.signIn()).status).toBe(201)
  })

  test('the link is removed only after a recent proof, and stays if it is the only way to sign in', async () => {
    const user = await linkedUser()
    const { db } = service.database
    await db.updateTable('users').set({ passwordHash: null }).where('id', '=', user.id).execute()
    const last = await browser.send('DELETE', '/identity', { cookie: user.cookie })
    await db.updateTable('dashboardSessions').set({ reauthenticatedAt: '2026-01-01T00:00:00.000Z' }).execute()
    const unconfirmed = await browser.send('DELETE', '/identity', { cookie: user.cookie })

    expect(last).toMatchObject({ status: 409, body: { error: { code: 'last_sign_in_method' } } })
    expect(unconfirmed).toMatchObject({ status: 403, body: { error: { code: 'reauthentication_required' } } })
    expect(await linkOf(user.id)).not.toBe(undefined)
  })

  test('another password ends the sessions, and the link stays', { timeout: 120_000 }, async () => {
    const user = await linkedUser()
    const { db } = service.database
    const { token } = (await issuePasswordLink(db, user.email, wallClock()))!
    const users = { database: db, mode: 'sandbox', wallClock } as const
    await acceptLink(users, { token, password: 'another password of some length' }, async () => {})

    expect((await browser.send('GET', '', { cookie: user.cookie })).status).toBe(401)
    expect((await browser.signIn()).body.user.id).toBe(user.id)
  })

  test('a link to a former issuer counts no more, and is replaced by the verified address', async () => {
    const user = await addUser(service, {})
    const former = { issuer: 'https://former.example', subject: 'mina' }
    const at = { linkedAt: wallClock(), lastUsedAt: wallClock() }
    await service.database.db
      .insertInto('userIdentities')
      .values({ userId: user.id, ...former, ...at })
      .execute()
    becomes(user)

    expect((await browser.send('GET', '', { cookie: user.cookie })).body.identity_provider).toBe(null)
    expect((await browser.signIn()).status).toBe(201)
    expect(await auditOf(user.id, 'linkIdentity')).toMatchObject([{ before: { identity: former } }])
  })

  test('a request of another site, or with a key, begins and ends nothing', async () => {
    const body = { purpose: 'sign_in' }
    const foreign = { 'Sec-Fetch-Site': 'cross-site' }
    const answers = [
      await browser.send('POST', '/identity-requests', { body, headers: foreign }),
      await browser.send('POST', '/identity-requests', { body, headers: { Authorization: `Bearer ${service.key}` } }),
      await browser.send('POST', '/with-identity', { body: { query: 'code=1' }, headers: foreign }),
      await browser.send('GET', '/identity-provider', { headers: foreign }),
    ]

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    expect((await browser.send('GET', '/identity-provider')).body).toEqual({ name: 'Tea Company' })
  })

  test('of a hundred tries from one network sixty are made in a minute', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => browser.begin('sign_in')))

    expect(answers.filter(({ status }) => status === 429)).toHaveLength(40)
  })
})

describeEachDatabase('a server without an identity provider', (open) => {
  const service = useService(open)

  test('names none, and begins nothing', async () => {
    const body = { purpose: 'sign_in' }

    expect((await sendFrom(service, 'GET', '/dashboard-session/identity-provider')).body).toEqual({ name: null })
    expect((await sendFrom(service, 'POST', '/dashboard-session/identity-requests', { body })).status).toBe(404)
  })
})
