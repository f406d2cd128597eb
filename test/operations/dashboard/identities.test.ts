import { describe, expect, test } from 'vitest'
import { IdentityProviderUnavailable } from '#server/credentials/identities/identity-provider.ts'
import { createOpenIdConnectProvider } from '#server/credentials/identities/create-open-id-connect-provider.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { addUser, cookieOf, password, sendFrom } from '../../support/services/dashboard.ts'
import { useOperatedServer } from '../../support/services/use-operated-server.ts'
import { useService } from '../../support/services/use-service.ts'
import { secretOf } from '../../support/sign-in/browser-at-issuer.ts'
import type { IssuerLies } from '../../support/sign-in/software-issuer.ts'
import { refusedSignIn, useIssuer, wallClock } from '../../support/sign-in/use-issuer.ts'

describeEachDatabase('signing in with an identity provider', (open) => {
  const { issuer, service, browser, becomes, linkedUser, linkOf, reasons } = useIssuer(open)

  test('a request to the provider has PKCE, state and nonce, and the database keeps none of them', async () => {
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

  test.each<readonly [string, IssuerLies, string]>([
    ['with a wrong nonce', { claims: { nonce: 'another' } }, 'nonce'],
    ['without a nonce', { claims: { nonce: undefined } }, 'nonce'],
    ['for another client', { claims: { aud: 'another client' } }, 'aud'],
    ['of another issuer', { claims: { iss: 'https://issuer.example' } }, 'iss'],
    ['that has expired', { claims: { iat: 1_700_000_000, exp: 1_700_000_300 } }, 'exp'],
    ['without a subject', { claims: { sub: undefined } }, 'sub'],
    ['with a subject that no database keeps', { claims: { sub: 'mina\0' } }, 'sub'],
    ['with a text that is no address', { claims: { email: 'mina\0@example.com' } }, 'verified address'],
    ['with a number as the address', { claims: { email: 7 } }, 'verified address'],
    ['without a signature', { signature: 'none' }, 'alg'],
    ['signed by another key', { signature: 'by another key' }, 'signature'],
    ['signed by the client secret', { signature: 'by the client secret' }, 'alg'],
    ['whose userinfo is of another subject', { userinfo: { sub: 'another' } }, 'sub'],
    ['with an unverified address', { claims: { email_verified: false } }, 'verified address'],
    ['with an address that is verified in words', { claims: { email_verified: 'true' } }, 'verified address'],
  ])('an ID token %s signs no user in and links none', async (_, lies, reason) => {
    const user = await addUser(service, { [service.organizationId]: 'admin' })
    becomes(user)
    issuer().lies = lies
    const answer = await browser.signIn()

    expect({ ...answer, cookie: cookieOf(answer) }).toMatchObject({ ...refusedSignIn, cookie: '' })
    expect(reasons().at(-1)).toContain(reason)
    expect(await linkOf(user.id)).toBe(undefined)
  })

  test('no user is signed in by an answer to another browser’s request, by a used answer, or by the provider’s refusal', async () => {
    const user = await addUser(service, {})
    becomes(user)
    const [victim, attacker] = [await browser.visit(), await browser.visit()]
    const crossed = await browser.finish({ secret: victim.secret, query: attacker.query })
    const withoutCookie = await browser.finish({ secret: '', query: attacker.query })
    const right = await browser.finish(attacker)
    const twice = await browser.finish(attacker)
    issuer().lies = { error: 'access_denied' }
    const denied = await browser.signIn()
    issuer().lies = {}
    const afterCrossed = await browser.finish(victim)

    for (const answer of [crossed, withoutCookie, twice, denied]) expect(answer).toMatchObject(refusedSignIn)
    expect([right.status, afterCrossed.status]).toEqual([201, 201])
    expect([crossed, withoutCookie].flatMap(({ headers }) => headers.getSetCookie())).toEqual([])
    for (const { query } of [victim, attacker])
      expect(service.logged.join('')).not.toContain(new URLSearchParams(query).get('code'))
  })

  test('an answer to a confirmation signs no user in, and an answer to a sign-in confirms nothing', async () => {
    const user = await linkedUser()
    const toConfirm = await browser.visit('reauthenticate', user.cookie)
    const toSignIn = await browser.visit()

    expect(await browser.finish(toConfirm)).toMatchObject(refusedSignIn)
    expect(await browser.confirm(toSignIn, user.cookie)).toMatchObject(refusedSignIn)
  })

  test('a new sign-in at the provider confirms who the user is, and a sign-in that the provider remembers does not', async () => {
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
      issuer().lies = { claims: { auth_time } }
      expect(await browser.confirm(await browser.visit('reauthenticate', user.cookie), user.cookie)).toMatchObject(
        refusedSignIn,
      )
    }
    expect(await session()).toBe(null)
    issuer().lies = {}
    const confirmed = await browser.confirm(await browser.visit('reauthenticate', user.cookie), user.cookie)

    expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '0'])
    expect(confirmed.status).toBe(200)
    expect(await session()).not.toBe(null)
    issuer().person = { sub: 'a colleague', email: user.email, email_verified: true }
    const colleague = await browser.visit('reauthenticate', user.cookie)
    expect(await browser.confirm(colleague, user.cookie)).toMatchObject(refusedSignIn)
  })

  test.each([
    ['an hour ago', Math.floor(Date.now() / 1000) - 3600, false],
    ['at a moment that the provider does not state', undefined, false],
    ['just now', Math.floor(Date.now() / 1000), true],
    ['a minute ahead, by the clock of the provider', Math.floor(Date.now() / 1000) + 60, true],
  ])('a user who proved who they are at the provider %s', async (_, auth_time, isProved) => {
    await linkedUser()
    issuer().lies = { claims: { auth_time } }
    const { body } = await browser.signIn()

    expect(body.reauthenticated_until === null).toBe(!isProved)
    if (isProved) expect(Date.parse(body.reauthenticated_until)).toBeLessThanOrEqual(Date.now() + 600_000)
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
    issuer().lies = { answers }
    const provider = createOpenIdConnectProvider(issuer().settings, { wallClock, timeoutSeconds: 1 })

    await expect(provider.discover()).rejects.toThrow()
    expect(await browser.finish(brought)).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } })
    const byPassword = { email: user.email, password }
    expect((await browser.send('POST', '', { body: byPassword })).status).toBe(201)
  })

  test('a provider whose metadata names another provider or is missing is unavailable', async () => {
    const keys = { state: 's', nonce: 'n', codeVerifier: 'v', redirectUri: `${service.url}/dashboard/callback` }
    for (const metadata of [{}, { issuer: 'https://issuer.example' }]) {
      issuer().lies = { answers: { status: 200, body: JSON.stringify(metadata), type: 'application/json' } }
      const provider = createOpenIdConnectProvider(issuer().settings, { wallClock, timeoutSeconds: 1 })

      const answers = [
        provider.discover(),
        provider.authorizationUrl({ ...keys, isReauthentication: false }),
        provider.verifyAnswer({ ...keys, query: 'code=1&state=s' }),
      ]
      for (const answer of answers) await expect(answer).rejects.toThrow(IdentityProviderUnavailable)
    }
  })

  test('a request of another site, or with a key, neither starts nor ends a sign-in', async () => {
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

  test('of a hundred tries from one network, sixty a minute are accepted', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => browser.begin('sign_in')))

    expect(answers.filter(({ status }) => status === 429)).toHaveLength(40)
  })
})

describeEachDatabase('a server without an identity provider', (open) => {
  const service = useService(open)

  test('names no provider, and answers a request for one with 404', async () => {
    const body = { purpose: 'sign_in' }

    expect((await sendFrom(service, 'GET', '/dashboard-session/identity-provider')).body).toEqual({ name: null })
    expect((await sendFrom(service, 'POST', '/dashboard-session/identity-requests', { body })).status).toBe(404)
  })
})

describe('a server whose identity provider is down', () => {
  const issuer = 'http://127.0.0.1:4229'
  const operated = useOperatedServer({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'billing', OIDC_CLIENT_SECRET: 'hunter2' })

  test('starts, answers sign-ins through the provider with 503, and names the fault in doctor without the secret', async () => {
    const send = (method: string, path: string, body?: object) =>
      sendFrom(operated.server, method, `/dashboard-session${path}`, { ...(body && { body }) })
    const named = await send('GET', '/identity-provider')
    const begun = await send('POST', '/identity-requests', { purpose: 'sign_in' })
    const listed = (await operated.run('doctor', {})).findings
    const live = (await operated.run('doctor', { live: true })).findings

    expect(named.body).toEqual({ name: '127.0.0.1:4229' })
    expect([begun.status, begun.body.error.code]).toEqual([503, 'unavailable'])
    expect(begun.headers.getSetCookie()).toEqual([])
    const check = 'identity provider'
    expect(listed).toContainEqual({ check, ok: true, message: `${issuer}, shown as "127.0.0.1:4229"` })
    expect(live).toContainEqual({ check, ok: false, message: expect.stringContaining(`with ${issuer}, because its`) })
    expect(JSON.stringify([listed, live])).not.toContain('hunter2')
  })
})
